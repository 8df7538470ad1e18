import { resolve } from "node:path";
import type { StoreReader } from "../../operators.ts";
import { collectReport } from "../../report/collect-report.ts";
import type { Focus } from "../../report/model/report-data.ts";
import { pageAssets } from "../../report/page-assets.ts";
import { renderReport } from "../../report/render-report.ts";
import { writeAnswerFile } from "../answer-file.ts";
import { Refusal, UsageError } from "../cli-errors.ts";
import type { Call, CommandSpec } from "../command-spec.ts";
import { messagesOf } from "../messages-of.ts";
import { readCaseNumber, readLimit } from "../read-numbers.ts";
import { itemIdFrom, playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { bytes, count } from "../terminal/table.ts";
import { readSince } from "../terminal/times.ts";

const MAX_TRANSFERS = 100_000;

export const reportCommand: CommandSpec = {
  name: "report",
  summary: "writes a report, in one HTML file",
  words: [],
  options: {
    out: { value: "<file>", about: "the file to write (default: report.html)" },
    case: { value: "<n>", about: "about one case and its items" },
    item: { value: "<id>", about: "about one item" },
    player: { value: "<name>", about: "about one player, and who items went to and came from" },
    since: { value: "<7d>", about: "only what happened since then" },
    limit: { value: "<rows>", about: `how many transfers at most, the newest first (default: ${MAX_TRANSFERS})` },
  },
  about:
    "Writes one HTML file that needs no network and opens from disk: an overview with charts, every case with its evidence, the way of each item as a timeline and a map, each player's hand-overs, and who moved what at each place. It speaks the server's language. It holds no secrets; it does hold players' names.",
  example: "doubletake report --since 7d --out week.html",
  hasJson: true,
  isReader: true,
  async run(call) {
    const { options, readSetup, output, nowMs } = call;
    const mostTransfers = readLimit(options.limit, MAX_TRANSFERS);
    const since = options.since === undefined ? {} : { sinceMs: readSince(options.since, nowMs) };
    const file = resolve(options.out ?? "report.html");
    const bar = output.progress();
    const setup = readSetup();
    const { language } = setup.config;
    const messages = messagesOf(setup);
    const { data, transfers } = await withReader(setup, async (reader) => {
      const focus = await focusOf(reader, options);
      const onRows = (rows: number, total: number): void => bar.show("transfers", rows, total);
      return collectReport(reader, { focus, ...since, mostTransfers, nowMs, language, messages, onRows });
    });
    const html = renderReport(data, transfers, await pageAssets());
    bar.end();
    await writeAnswerFile(file, { folder: setup.folder, kind: "html" }, (write) => write(html));
    const [shown, size] = [transfers.item.length, Buffer.byteLength(html)];
    output.json({
      file,
      bytes: size,
      transfers: shown,
      matchedTransfers: data.matchedTransfers,
      cases: data.cases.length,
    });
    const cut = shown < data.matchedTransfers ? `, the newest of ${count(data.matchedTransfers)}` : "";
    output.line(`Wrote ${file} (${bytes(size)}): ${count(data.cases.length)} cases, ${count(shown)} transfers${cut}.`);
    return 0;
  },
};

async function focusOf(reader: StoreReader, options: Call["options"]): Promise<Focus> {
  const given = ["case", "item", "player"].filter((name) => options[name] !== undefined);
  if (given.length > 1) throw new UsageError(`Give only one of --${given.join(" and --")}.`);
  if (options.case !== undefined) {
    const number = readCaseNumber(options.case);
    if ((await reader.caseByNumber(number)) === undefined) throw new Refusal(`There is no case ${number}.`);
    return { kind: "case", number };
  }
  if (options.item !== undefined) return { kind: "item", id: await itemIdFrom(reader, options.item) };
  if (options.player !== undefined) return { kind: "player", id: (await playerFrom(reader, options.player)).id };
  return { kind: "overview" };
}

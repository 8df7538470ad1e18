import { createInterface } from "node:readline/promises";
import {
  type KnownPlayer,
  type PurgeCount,
  type PurgeScope,
  purgeTransfers,
  type StoreReader,
} from "../../operators.ts";
import { Refusal, UsageError } from "../cli-errors.ts";
import type { Call, CommandSpec } from "../command-spec.ts";
import { playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import { count } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readDuration, readMoment } from "../terminal/times.ts";

export const purgeCommand: CommandSpec = {
  name: "purge",
  summary: "deletes old transfers, or those of a player",
  words: [],
  options: {
    "older-than": { value: "<90d>", about: "transfers that are older than this" },
    before: { value: "<time>", about: "transfers before this moment" },
    player: { value: "<name>", about: "only this player's transfers" },
    "dry-run": { about: "counts, and deletes nothing" },
    confirm: { value: "<count>", about: "deletes without asking, if there are no more than this" },
  },
  about:
    "Deletes transfers in small steps; a running server goes on. Always kept: an item's newest transfer, and each player's earliest of an item. Items, places, cases and quarantined items are not touched. It first counts, and asks you to type the count; --confirm answers beforehand.",
  example: "doubletake purge --older-than 90d --dry-run",
  hasJson: true,
  async run(call) {
    const { options, readSetup, output } = call;
    const olderThanMs = cutOff(options, call.nowMs);
    if (options.confirm !== undefined && countIn(options.confirm) === undefined)
      throw new UsageError(`--confirm takes the count that --dry-run says, not "${options.confirm}".`);
    const setup = readSetup();
    const { scope, player, found } = await withReader(setup, (reader) => look(reader, olderThanMs, options.player));
    const said = sentence(found, scope, player);
    const isDry = options["dry-run"] !== undefined;
    if (isDry || found.deleted === 0) {
      output.json({
        ...found,
        deleted: 0,
        wouldDelete: found.deleted,
        before: new Date(scope.olderThanMs).toISOString(),
      });
      output.line(said);
      if (found.deleted > 0) output.line(`To delete them: ${commandFor(scope, player, found)}`);
      return 0;
    }
    output.line(said);
    await confirm(call, found.deleted);
    const bar = output.progress();
    const deleted = await purgeTransfers(setup.engine, scope, (rows) => bar.show("deleted", rows, found.deleted));
    bar.end();
    output.json({ deleted, kept: found.kept, before: new Date(scope.olderThanMs).toISOString() });
    output.line(`Deleted ${count(deleted)} transfers.`);
    return 0;
  },
};

async function look(reader: StoreReader, olderThanMs: number, typed: string | undefined) {
  const player = typed === undefined ? undefined : await playerFrom(reader, typed);
  const scope: PurgeScope = { olderThanMs, ...(player && { playerId: player.id }) };
  return { scope, player, found: await reader.countPurgeable(scope) };
}

function cutOff(options: Call["options"], nowMs: number): number {
  const { "older-than": olderThan, before, player } = options;
  if (olderThan !== undefined && before !== undefined) throw new UsageError("Give --older-than or --before, not both.");
  if (olderThan !== undefined) return nowMs - readDuration(olderThan);
  if (before !== undefined) return readMoment(before);
  if (player === undefined)
    throw new UsageError("What to delete is missing: give --older-than 90d, --player <name>, or both.");
  return nowMs;
}

function sentence({ deleted, kept }: PurgeCount, { olderThanMs }: PurgeScope, player: KnownPlayer | undefined): string {
  const whose = player ? ` of ${inert(player.name)}` : "";
  const before = `before ${new Date(olderThanMs).toISOString()}`;
  return `${count(deleted)} transfers${whose} ${before} can be deleted; ${count(kept)} more are kept, as an item's newest or a player's earliest.`;
}

/** Names a fixed moment, so that exactly the counted transfers are confirmed. */
function commandFor({ olderThanMs }: PurgeScope, player: KnownPlayer | undefined, { deleted }: PurgeCount): string {
  const words = ["doubletake purge", `--before ${new Date(olderThanMs).toISOString()}`];
  if (player) words.push(`--player ${player.id}`);
  return [...words, `--confirm ${deleted}`].join(" ");
}

async function confirm({ options, terminal }: Call, deleted: number): Promise<void> {
  const given = options.confirm;
  if (given === undefined && !terminal.input.isTTY) {
    throw new Refusal(`Nothing was deleted: this needs your confirmation. Add --confirm ${deleted}`);
  }
  const typed = given ?? (await ask(terminal, `Type the count (${deleted}) to delete them: `));
  const agreed = countIn(typed);
  if (agreed === undefined) throw new Refusal("Nothing was deleted.");
  if (agreed < deleted)
    throw new Refusal(`Nothing was deleted: there are ${deleted} now, and you agreed to ${agreed}.`);
}

/** A count as the command says it: with or without commas. */
function countIn(typed: string): number | undefined {
  return /^\d[\d,]*$/.test(typed.trim()) ? Number(typed.replaceAll(",", "")) : undefined;
}

async function ask({ input, err }: Terminal, question: string): Promise<string> {
  const asking = createInterface({ input, output: err });
  try {
    return await asking.question(question);
  } finally {
    asking.close();
  }
}

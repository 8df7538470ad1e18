import { type StoreReader, VERSION } from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { withReader } from "../setup.ts";
import { bytes, count, facts } from "../terminal/table.ts";
import { showServers } from "./servers.ts";

export const statusCommand: CommandSpec = {
  name: "status",
  summary: "shows the store, what is in it, and whether a server runs",
  words: [],
  options: {},
  about:
    "Shows where the store is, how much it holds, which servers write to it at this moment, and what waits for staff. Of a network it shows every server: its state, version, last heartbeat, and how far it is behind.",
  example: "doubletake status --dir ./server",
  hasJson: true,
  async run({ readSetup, output }) {
    const setup = readSetup();
    const { folder, engine } = setup;
    const found = await withReader(setup, (reader) => read(reader));
    const { running, counts, where, servers, records } = found;
    output.json({
      version: VERSION,
      folder,
      engine: engine.engine,
      where,
      servers,
      running,
      network: records,
      ...counts,
    });
    const { paint } = output;
    const waiting = counts.openCases > 0 ? paint("yellow", count(counts.openCases)) : count(counts.openCases);
    const lines = facts(
      [
        ["version", VERSION],
        ["folder", folder],
        ["store", `${engine.engine}, ${where} (${bytes(counts.bytes)})`],
        ["running", running.length > 0 ? paint("green", running.join(", ")) : "no server"],
        ["items", count(counts.items)],
        ["transfers", count(counts.transfers)],
        ["archived", count(counts.archivedTransfers ?? 0)],
        ["players", count(counts.players)],
        ["cases", `${count(counts.cases)}, open: ${waiting}`],
        ["open claims", count(counts.openClaims)],
        ["quarantine", count(counts.quarantined)],
      ],
      paint,
    );
    output.lines(lines);
    if (records.length <= 1) return 0;
    output.line();
    showServers(records, output);
    return 0;
  },
};

async function read(reader: StoreReader) {
  const counts = await reader.counts();
  const [running, servers] = [await reader.liveServers(), await reader.servers()];
  return { where: reader.where, counts, running, servers, records: await reader.serverRecords() };
}

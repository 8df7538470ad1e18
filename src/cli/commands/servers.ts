import {
  renameServer,
  retireServer,
  type ServerRecord,
  type ServerState,
  type StoreReader,
  stateOf,
} from "../../operators.ts";
import { Refusal, UsageError } from "../cli-errors.ts";
import type { CommandSpec } from "../command-spec.ts";
import { withReader } from "../setup.ts";
import type { Output } from "../terminal/output.ts";
import { count } from "../terminal/table.ts";

export const serversCommand: CommandSpec = {
  name: "servers",
  summary: "shows the servers of the network; renames or retires one",
  words: [],
  options: {
    retire: { value: "<name>", about: "gives up this server: nobody waits for its answers any more" },
    rename: { value: "<name>", about: "renames what this server recorded" },
    to: { value: "<name>", about: "the new name" },
  },
  about:
    "Shows every server that has used the store: whether it runs, how it stopped, and what it had not written yet at its last heartbeat. A server that is retired or renamed must be stopped. After a rename put the new name into its config.yml as server-name. A retired server that starts again is back.",
  example: "doubletake servers --rename container --to survival",
  hasJson: true,
  async run({ options, output, readSetup }) {
    const { retire, rename, to } = options;
    if ((rename === undefined) !== (to === undefined))
      throw new UsageError("A rename needs both names: --rename <name> --to <name>.");
    const setup = readSetup();
    const { engine } = setup;
    const refusal = (name: string) =>
      new Refusal(`No stopped server "${name}" was found. Only servers on PostgreSQL can be retired or renamed.`);
    if (retire !== undefined && !(await retireServer(engine, retire))) throw refusal(retire);
    if (rename !== undefined && to !== undefined && !(await renameServer(engine, rename, to))) throw refusal(rename);
    const found = await withReader(setup, (reader: StoreReader) => reader.serverRecords());
    output.json(found);
    showServers(found, output, engine.engine === "postgres");
    return 0;
  },
};

/** `areOnNetwork`: the database knows when it last heard of them. */
export function showServers(servers: readonly ServerRecord[], output: Output, areOnNetwork = true): void {
  output.table(servers, [
    ["server", ({ name }) => name],
    // A server that does not run speaks no protocol.
    [
      "state",
      (server) => STATES[stateOf(server.isRunning ? server : { ...server, protocol: Number.POSITIVE_INFINITY })],
    ],
    ["version", ({ version }) => version],
    areOnNetwork && ["heartbeat", ({ silentMs }) => `${count(Math.round(silentMs / 1000))} s ago`],
    areOnNetwork && ["behind by", ({ lagRows }) => `${count(lagRows)} rows`],
  ]);
}

const STATES: Readonly<Record<ServerState, string>> = {
  fresh: "runs",
  partitioned: "runs, but does not answer",
  stopped: "stopped",
  unclean: "did not stop cleanly",
  older: "speaks an older protocol: update it",
  retired: "retired",
};

import { NETWORK_PROTOCOL, type ServerRecord } from "../model/network-questions.ts";
import type { Custody } from "../store.ts";

/** A heartbeat older than this says that a server does not answer. */
const SILENT_MS = 15_000;

/**
 * What is known of another server.
 * - `fresh`: it can be asked.
 * - `partitioned`: it runs, and does not answer. Its places are dark.
 * - `stopped`: nothing can leave its places.
 * - `unclean`: it died; what it comes back with is doubtful.
 * - `older`: it speaks an older protocol. Its answers do not count until it is updated.
 * - `retired`: its name was given up, and nobody waits for it.
 */
export type ServerState = "fresh" | "partitioned" | "stopped" | "unclean" | "older" | "retired";

export function stateOf(server: ServerRecord): ServerState {
  if (server.isRetired) return "retired";
  if (server.protocol < NETWORK_PROTOCOL) return "older";
  if (!server.isRunning) return server.isStoppedCleanly ? "stopped" : "unclean";
  return server.silentMs > SILENT_MS ? "partitioned" : "fresh";
}

/** The servers of the network, as the database last showed them. */
export class Servers {
  #servers = new Map<string, ServerRecord>();
  #isKnown = false;

  update(servers: readonly ServerRecord[]): void {
    this.#isKnown = true;
    this.#servers = new Map(servers.map((server) => [server.name, server]));
  }

  /** False until the database has said which servers there are. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** True if another server may have what turns up here. Also true until that is known. */
  get hasOthers(): boolean {
    if (!this.#isKnown) return true;
    return [...this.#servers.values()].some(({ isThisOne, isRetired }) => !isThisOne && !isRetired);
  }

  /** True if another server does not answer: what happened there may not be on record yet. */
  get isAnySilent(): boolean {
    const isSilent = (state: ServerState) => state === "partitioned" || state === "unclean" || state === "older";
    return [...this.#servers.values()].some((server) => !server.isThisOne && isSilent(stateOf(server)));
  }

  /** `undefined` when nothing is known of it. */
  stateOf(name: string): ServerState | undefined {
    const server = this.#servers.get(name);
    return server && stateOf(server);
  }

  /** True if the server stopped cleanly, and has not crashed since it confirmed this: nothing can have left its places. */
  isShutWith({ server: name, confirmedMs, mayBeCopy }: Pick<Custody, "server" | "confirmedMs" | "mayBeCopy">): boolean {
    const server = this.#servers.get(name);
    if (mayBeCopy || server === undefined || stateOf(server) !== "stopped") return false;
    // Both times are from that server's own clock.
    return confirmedMs >= (server.crashNoticedMs ?? Number.NEGATIVE_INFINITY);
  }

  /** True if the server runs in a copy of this server's world, or the other way round. */
  sharesWorldWith(name: string): boolean {
    const own = [...this.#servers.values()].find(({ isThisOne }) => isThisOne);
    const other = this.#servers.get(name);
    return own !== undefined && other !== undefined && own.instance === other.instance && own.name !== other.name;
  }
}

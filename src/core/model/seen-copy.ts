import { onAnotherServer, type PlaceKey } from "./place.ts";

/** One copy as it was seen: the evidence of a case. */
export interface SeenCopy {
  readonly itemId: string;
  readonly place: PlaceKey;
  readonly slot: string;
  readonly location: string;
  readonly holderId: string;
  readonly holderName: string;
  readonly count: number;
  readonly seenMs: number;
  /** The server that saw it, where several share a database. */
  readonly server?: string;
}

/** Where a copy is, for readers on any server of the network; `server` is empty if there is only one server. */
export function whereIs({ server, place }: Pick<SeenCopy, "server" | "place">): { server: string; place: PlaceKey } {
  return onAnotherServer(place) ?? { server: server ?? "", place };
}

/** The servers that copies are on, for people to read; empty if there is only one server. */
export function serversOf(copies: readonly SeenCopy[]): string {
  return [...new Set(copies.map((copy) => whereIs(copy).server))].filter((name) => name !== "").join(", ");
}

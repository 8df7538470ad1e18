import type { NetworkMakers } from "../../src/core/network/network.ts";

/** The product with one part of the protocol replaced by a careless one: it must lose. */
export interface Mutant {
  readonly name: string;
  readonly makers?: NetworkMakers;
}

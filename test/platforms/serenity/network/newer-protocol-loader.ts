import { existsSync } from "node:fs";
import type { LoadHook } from "node:module";

const DECLARED_IN = new URL("../../../../src/core/model/network-questions.ts", import.meta.url);
if (!existsSync(DECLARED_IN)) throw new Error("the number of the protocol is in another file now");

const PROTOCOL = /export const NETWORK_PROTOCOL = (\d+);/;

/** Loads modules as they are, except for the number of the protocol. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  if (url !== DECLARED_IN.href) return loaded;
  const source = String(loaded.source);
  if (!PROTOCOL.test(source)) throw new Error("the number of the protocol is not where it was");
  return {
    ...loaded,
    source: source.replace(PROTOCOL, (_, now) => `export const NETWORK_PROTOCOL = ${Number(now) + 1};`),
  };
};

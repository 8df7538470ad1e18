import type { LoadHook } from "node:module";

const PROTOCOL = /export const NETWORK_PROTOCOL = (\d+);/;

/** Loads modules as they are, except for the number of the protocol. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith("/core/network/network-store.ts")) return loaded;
  const source = String(loaded.source);
  if (!PROTOCOL.test(source)) throw new Error("the number of the protocol is not where it was");
  return {
    ...loaded,
    source: source.replace(PROTOCOL, (_, now) => `export const NETWORK_PROTOCOL = ${Number(now) + 1};`),
  };
};

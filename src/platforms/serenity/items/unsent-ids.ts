import { NetworkBound, type Serenity } from "@serenityjs/core";
import { CompoundTag, ListTag, TagType } from "@serenityjs/nbt";
import { BlockActorDataPacket, Packet } from "@serenityjs/protocol";
import { ID_KEY } from "./id-tag.ts";

type Tag = CompoundTag extends Map<string, infer Value> ? Value : never;

/**
 * Whenever a chest is opened, changed or closed, Serenity 0.8.21 tells everybody in its dimension all that it holds. No client has
 * a use for the ids: without them the packets are as light as they were before Doubletake came, and whoever reads them learns no
 * id that could be put onto another item.
 */
export function keepIdsFromOnlookers({ network }: Serenity): void {
  /** One packet goes to many. */
  let last: CompoundTag | undefined;
  network.on(Packet.BlockActorData, ({ bound, packet }) => {
    if (bound !== NetworkBound.Client || packet.nbt === last) return;
    last = withoutIds(packet.nbt);
    packet.nbt = last;
    writeOnce(packet);
  });
}

/** Serenity writes a packet anew for each of its receivers, which takes longer than to make the copy: once for all makes up for it. */
function writeOnce(packet: BlockActorDataPacket): void {
  const { nbt } = packet;
  const write = () => BlockActorDataPacket.prototype.serialize.call(packet);
  let written: Buffer | undefined;
  packet.serialize = () => {
    // Another plugin may have put something else in the place of the copy.
    if (packet.nbt !== nbt) return write();
    written ??= Buffer.from(write());
    return written;
  };
}

/** A copy, down to whatever may hold items; the game goes on using the original. */
function withoutIds(compound: CompoundTag): CompoundTag {
  const copy = new CompoundTag(compound.name);
  for (const [key, tag] of compound) {
    if (key !== ID_KEY && !isOnlyId(tag)) put(copy, key, shown(tag));
  }
  return copy;
}

/** Without giving the tag its name, which it has: `CompoundTag` would write it anew. */
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

/** An item that has nothing but its id had no such compound before. */
function isOnlyId(tag: Tag): boolean {
  return tag.type === TagType.Compound && (tag as CompoundTag).size === 1 && (tag as CompoundTag).has(ID_KEY);
}

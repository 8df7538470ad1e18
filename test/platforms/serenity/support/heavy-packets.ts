/**
 * Large packets that no test looks at. Writing, packing, sending and parsing them takes half a second for every join, on threads that the
 * server also runs on. The tests' own servers leave them out (light-network.ts), and clients skip those of other servers.
 */
const heavy = new Set(
  [
    0x3a, // level_chunk
    0x7a, // biome_definition_list
    0x77, // available_entity_identifiers
    0x91, // creative_content
    0x34, // crafting_data
    0x3f, // player_list, with everybody's skin
  ].values(),
);

export function isHeavyPacket(id: number): boolean {
  return heavy.has(id);
}

/** Makes a bedrock-protocol client ignore the packets above before it parses them. */
export function skipHeavyPackets(client: object): void {
  const reader = client as { readPacket(packet: Buffer): void };
  const readPacket = reader.readPacket.bind(reader);
  reader.readPacket = (packet) => {
    if (!isHeavyPacket(packetId(packet))) readPacket(packet);
  };
}

/** The low ten bits of the leading varint; the rest names split-screen players. */
function packetId(packet: Buffer): number {
  const first = packet[0] ?? 0;
  const second = first < 0x80 ? 0 : (packet[1] ?? 0);
  return ((first & 0x7f) | (second << 7)) & 0x3ff;
}

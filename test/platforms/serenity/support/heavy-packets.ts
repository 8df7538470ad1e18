/**
 * Large packets that no test looks at. To parse them takes most of a second for every join, on the thread that the
 * server may be running on as well; so they are not parsed.
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

/** Makes a bedrock-protocol client ignore the packets above before it parses them. */
export function skipHeavyPackets(client: object): void {
  const reader = client as { readPacket(packet: Buffer): void };
  const readPacket = reader.readPacket.bind(reader);
  reader.readPacket = (packet) => {
    if (!heavy.has(packetId(packet))) readPacket(packet);
  };
}

/** The low ten bits of the leading varint; the rest names split-screen players. */
function packetId(packet: Buffer): number {
  const first = packet[0] ?? 0;
  const second = first < 0x80 ? 0 : (packet[1] ?? 0);
  return ((first & 0x7f) | (second << 7)) & 0x3ff;
}

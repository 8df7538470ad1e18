import {
  type AlertType,
  BatchWriter,
  type CaseRecord,
  idWords,
  playerPlace,
  type Severity,
  type Store,
} from "../../../src/core/index.ts";
import { birthOf, itemId, playerId } from "../../../src/testing/store-contract/rows.ts";

const DAY_MS = 86_400_000;
const MATERIALS = [
  "DIAMOND_SWORD",
  "NETHERITE_PICKAXE",
  "ELYTRA",
  "BOW",
  "TRIDENT",
  "DIAMOND_CHESTPLATE",
  "SHULKER_BOX",
  "TOTEM_OF_UNDYING",
];
const NAMES = [
  "Alex",
  "Steve",
  "Mallory",
  "Zoë",
  "Notch",
  "jeb_",
  "Dinnerbone",
  "Grumm",
  "Herobrine",
  "Kai",
  "Efe",
  "Sunny",
  "Noor",
  "Ari",
  "Zuri",
  "Makena",
];
const ACTIONS = ["PICKUP", "DROP", "CONTAINER_TRANSFER", "CONTAINER_OPEN", "JOIN", "QUIT"];
const WORLDS = ["world", "world", "world", "world/nether", "world/end"];
const KINDS: readonly [AlertType, Severity][] = [
  ["DUPLICATE_ITEM", "CRITICAL"],
  ["DUPLICATE_SUSPECTED", "HIGH"],
  ["DUPLICATE_SUSPECTED", "HIGH"],
  ["FORGED_ID", "HIGH"],
  ["BALANCE_DISCREPANCY", "MEDIUM"],
];

interface Busyness {
  readonly transfers: number;
  readonly items: number;
  readonly cases: number;
  readonly nowMs: number;
  /** Absent: two weeks. */
  readonly days?: number;
  /** The name of one player among the others. */
  readonly hostileName?: string;
}

/** Some weeks on a server with a few dozen players. The same numbers always give the same data. */
export async function fillBusy(store: Store, busyness: Busyness): Promise<void> {
  const { transfers, items, cases, nowMs, days = 14, hostileName } = busyness;
  const random = randomFrom(7);
  const names = hostileName === undefined ? NAMES : [...NAMES.slice(1), hostileName];
  const writer = new BatchWriter();
  const start = nowMs - days * DAY_MS;
  for (const [at, name] of names.entries()) writer.addPlayerName(playerId(at + 1), name, start);
  for (let n = 0; n < items; n++) {
    writer.addSeen(
      idWords(itemId(n)),
      0,
      playerId(1 + (n % names.length)),
      MATERIALS[n % MATERIALS.length] as string,
      start,
    );
  }
  await store.append(writer.finishBatch()!);
  const where = Array.from({ length: items }, () => ({
    x: Math.floor(random() * 900 - 450),
    z: Math.floor(random() * 900 - 450),
    world: 0,
    who: Math.floor(random() * names.length),
  }));
  for (let n = 0; n < transfers; n++) {
    // Few items move often; evenings are busier than mornings.
    const item = Math.floor(random() ** 2.2 * items);
    const state = where[item]!;
    if (random() < 0.3) state.who = Math.floor(random() ** 1.6 * names.length);
    if (random() < 0.06) state.world = Math.floor(random() * WORLDS.length);
    state.x += Math.floor(random() * 61 - 30);
    state.z += Math.floor(random() * 61 - 30);
    const evening = DAY_MS * (0.75 + 0.18 * (random() + random() - 1));
    const at = Math.min(
      nowMs,
      Math.floor(start + (n / transfers) * (days - 1)) + Math.floor((n / transfers) * (days - 1)) * DAY_MS + evening,
    );
    const action = ACTIONS[Math.floor(random() ** 1.5 * ACTIONS.length)]!;
    writer.addTransfer(
      idWords(itemId(item)),
      0,
      playerId(1 + state.who),
      action,
      WORLDS[state.world]!,
      state.x,
      64 + Math.floor(random() * 12),
      state.z,
      Math.floor(at),
    );
    if (writer.rowCount >= 4000) await store.append(writer.finishBatch()!);
  }
  const rest = writer.finishBatch();
  if (rest) await store.append(rest);
  for (let n = 0; n < cases; n++)
    await store.saveCase(caseAt(n, start + ((n + 1) / cases) * (days - 0.5) * DAY_MS, names, random));
  await keepSword(store, start);
}

/** Puts a copy of the first case into quarantine: a sword with a name, as flying-squid keeps it. */
async function keepSword(store: Store, takenMs: number): Promise<void> {
  const record = await store.caseByNumber(1);
  if (record === undefined) return;
  const data = [
    { type: "custom_name", data: { type: "string", value: "Excalibur" } },
    { type: "damage", data: 7 },
  ];
  await store.saveQuarantined({
    number: 0,
    caseNumber: 1,
    itemId: record.itemIds[0]!,
    material: `minecraft:${record.material.toLowerCase()}`,
    data: new TextEncoder().encode(JSON.stringify({ name: "diamond_sword", count: 1, data })),
    state: "held",
    takenFrom: record.copies[1]!,
    takenMs,
    returnToId: "",
    freshId: "",
    takenBy: "survival",
    returnedBy: "",
    claim: "",
  });
}

function caseAt(n: number, openedMs: number, names: readonly string[], random: () => number): CaseRecord {
  const [type, severity] = KINDS[Math.floor(random() * KINDS.length)]!;
  const item = Math.floor(random() ** 2.2 * 40);
  const [first, second] = [Math.floor(random() * names.length), Math.floor(random() * names.length)];
  const copy = (who: number, slot: string, place: string) => ({
    itemId: itemId(item),
    place,
    slot,
    location: `world:${100 + who},64,${-who}`,
    holderId: playerId(1 + who),
    holderName: names[who]!,
    count: 1,
    seenMs: Math.floor(openedMs),
  });
  return {
    number: 0,
    type,
    severity,
    status: n % 3 === 0 ? "open" : n % 3 === 1 ? "confirmed" : "dismissed",
    itemIds: [itemId(item)],
    material: MATERIALS[item % MATERIALS.length]!,
    playerId: playerId(1 + second),
    playerName: names[second]!,
    openedMs: Math.floor(openedMs),
    updatedMs: Math.floor(openedMs) + 60_000,
    cause: "",
    ...(type.startsWith("DUPLICATE") && { births: [birthOf(Math.floor(openedMs), names[first]!, names[second]!)] }),
    copies: [
      copy(first, "inventory/4", playerPlace(playerId(1 + first))),
      copy(second, "contents/13", "block:world:112,64,-8"),
    ],
    transfers: [0, 1, 2].map((back) => ({
      itemId: itemId(item),
      playerUUID: playerId(1 + (back % 2 ? first : second)),
      action: ACTIONS[back]!,
      location: `world:${110 + back},64,-7`,
      timestamp: Math.floor(openedMs) - back * 40_000,
    })),
    acts:
      n % 3 === 1
        ? [{ act: "confirm", by: "Alex", atMs: Math.floor(openedMs) + 60_000, note: "seen on the recording" }]
        : [],
  };
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

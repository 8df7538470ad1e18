import { type Knobs, NO_EVENT_FAULTS } from "./knobs.ts";

const BUSY: Knobs = {
  players: 40,
  spareAccounts: 10,
  worldSide: 20,
  containersPerChunk: 2,
  itemsPerPlayer: 8,
  itemsPerContainer: 5,
  boxShare: 0.12,
  nestingDepth: 6,
  stackableShare: 0.15,
  actsPerTick: 10,
  exploitsPerThousand: 0.8,
  lookAlikesPerThousand: 4,
  scenarioWeights: {},
  twinShare: 0.25,
  viewRadius: 1,
  unloadAfterTicks: 60,
  events: NO_EVENT_FAULTS,
  crashEveryTicks: 0,
  tornShare: 0,
  cleanStopEveryTicks: 0,
  detectorRestartEveryTicks: 0,
  saveEveryTicks: 1200,
  clockStepEveryTicks: 0,
  nightEveryTicks: 0,
  nightMs: 0,
  slowShare: 0.2,
  graceMs: 750,
  scanTicks: 200,
  sweepTicks: 400,
  storeAwayEveryTicks: 4000,
  isRemoving: false,
  keepsOldest: false,
};

const SMALL = { players: 16, spareAccounts: 6, worldSide: 10, actsPerTick: 4 };

/** The named mixes of honest play, exploits and faults. */
export const PRESETS = {
  calm: { ...BUSY, exploitsPerThousand: 0, lookAlikesPerThousand: 1 },
  busy: { ...BUSY, detectorRestartEveryTicks: 9000 },
  anarchy: { ...BUSY, ...SMALL, exploitsPerThousand: 12, lookAlikesPerThousand: 6, unloadAfterTicks: 20 },
  crashy: {
    ...BUSY,
    ...SMALL,
    exploitsPerThousand: 2,
    crashEveryTicks: 1200,
    tornShare: 0.6,
    cleanStopEveryTicks: 4000,
    detectorRestartEveryTicks: 3000,
    saveEveryTicks: 600,
    clockStepEveryTicks: 3500,
  },
  liar: {
    ...BUSY,
    ...SMALL,
    exploitsPerThousand: 3,
    events: { lost: 0.05, doubled: 0.05, late: 0.05, maxLateTicks: 40, reordered: 0.05 },
    clockStepEveryTicks: 5000,
  },
  mute: {
    ...BUSY,
    ...SMALL,
    exploitsPerThousand: 3,
    events: { ...NO_EVENT_FAULTS, only: new Set(["JOIN", "QUIT", "CHUNK_LOAD"] as const) },
  },
  museum: {
    ...BUSY,
    ...SMALL,
    boxShare: 0.3,
    itemsPerContainer: 8,
    exploitsPerThousand: 2,
    lookAlikesPerThousand: 12,
    scenarioWeights: { D10: 4, D12: 4, D14: 4, H07: 4, H09: 4, H10: 4, H11: 4, H15: 3, H21: 4 },
  },
  soak: {
    ...BUSY,
    ...SMALL,
    actsPerTick: 2,
    exploitsPerThousand: 3,
    cleanStopEveryTicks: 3000,
    nightEveryTicks: 1000,
    nightMs: 23 * 3_600_000,
    scenarioWeights: { H17: 4, D18: 2, D15: 2 },
  },
  /** Stackable goods, which have a ledger in Doubletake. They have their own lists of acts and exploits. */
  goods: {
    ...BUSY,
    ...SMALL,
    spareAccounts: 0,
    worldSide: 8,
    itemsPerPlayer: 3,
    itemsPerContainer: 2,
    unloadAfterTicks: 100,
    boxShare: 1,
    nestingDepth: 1,
    stackableShare: 0.9,
    twinShare: 0,
    exploitsPerThousand: 1.75,
    lookAlikesPerThousand: 0,
    crashEveryTicks: 23_000,
    cleanStopEveryTicks: 9000,
    saveEveryTicks: 700,
    slowShare: 0,
    storeAwayEveryTicks: 0,
    goods: { hopperLines: 3, farms: 4 },
    events: { lost: 0.02, doubled: 0.02, late: 0.02, maxLateTicks: 10, reordered: 0.05, everyTicks: 3000 },
  },
} as const satisfies Record<string, Knobs>;

export type PresetName = keyof typeof PRESETS;

/** Several servers on one database: a run of its own (`network/`). */
export const NETWORK_PRESET = "network";

export function isPreset(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name);
}

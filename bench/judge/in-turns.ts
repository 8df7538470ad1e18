import { benchClock } from "../core/service.ts";
import { median } from "../store/percentiles.ts";
import { TICK_MS } from "./world.ts";

/** Each block contains one pass of the scan; the sweep's work is the same in every tick. */
const BLOCK_TICKS = 200;
const BLOCKS = 33;
/** Blocks that only warm up the code, and are not counted. */
const WARM_UP_BLOCKS = 3;

export interface Contestant {
  /** Plays the acts of a tick and the end of the tick. */
  playTick(tick: number): void;
}

export interface Cost {
  /** Milliseconds of an average tick in the median block. */
  readonly tickMs: number;
  readonly longestTickMs: number;
}

/**
 * What a tick costs each contestant. They play every tick in turns, so that anything that slows the machine down affects all of
 * them.
 */
export async function playInTurns(contestants: readonly Contestant[]): Promise<Cost[]> {
  const blocks = contestants.map(() => [] as number[]);
  const longest = contestants.map(() => 0);
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
    const spent = contestants.map(() => 0);
    for (let tick = block * BLOCK_TICKS; tick < (block + 1) * BLOCK_TICKS; tick++) {
      benchClock.ms += TICK_MS;
      for (const [at, contestant] of contestants.entries()) {
        doGamesOwnWork();
        const start = performance.now();
        contestant.playTick(tick);
        const ms = performance.now() - start;
        spent[at]! += ms;
        if (block >= WARM_UP_BLOCKS) longest[at] = Math.max(longest[at]!, ms);
        await null;
      }
    }
    if (block >= WARM_UP_BLOCKS) for (const [at, ms] of spent.entries()) blocks[at]!.push(ms);
  }
  return blocks.map((sums, at) => ({ tickMs: median(sums) / BLOCK_TICKS, longestTickMs: longest[at]! }));
}

/** More than a core's own caches hold, in words of eight bytes. */
const GAME_WORDS = 2 ** 20;
const WORDS_PER_LINE = 8;
const gameData = new Float64Array(GAME_WORDS);

/**
 * Stands for the game's own part of a tick, which is not measured. A game works on its own data, and pushes ours out of the
 * processor's caches. Without this, a bench would measure how fast we are while nobody plays.
 */
function doGamesOwnWork(): void {
  for (let at = 0; at < GAME_WORDS; at += WORDS_PER_LINE) gameData[at]! += 1;
}

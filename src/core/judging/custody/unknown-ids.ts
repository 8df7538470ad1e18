import type { Copy } from "../../looking/look.ts";
import type { Log } from "../../model/log.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { GameClock } from "../../time/game-clock.ts";
import { OncePerMinute } from "../../time/once-per-minute.ts";
import { RecentMap } from "../../time/recent-map.ts";
import type { Holders } from "./holders.ts";

/** At least this many adoptions are remembered with their moment. */
const MIN_REMEMBERED = 16_384;

/** Ids that the store does not know, found in world data: they are followed from here on, and accuse nobody. */
export class UnknownIds {
  readonly #recorder: Recorder;
  readonly #holders: Holders;
  readonly #clock: GameClock;
  readonly #log: Log;
  readonly #adoptedAt = new RecentMap<string, number>(MIN_REMEMBERED);
  readonly #lines: OncePerMinute;
  #count = 0;

  constructor(recorder: Recorder, holders: Holders, clock: GameClock, log: Log) {
    this.#recorder = recorder;
    this.#holders = holders;
    this.#clock = clock;
    this.#log = log;
    this.#lines = new OncePerMinute(clock);
  }

  adopt({ itemId, item, place }: Copy): void {
    this.#recorder.recordSeen(itemId, this.#holders.holderOf(itemId, place).id, item.material);
    this.#adoptedAt.set(itemId, this.#clock.nextSequence());
    this.#count++;
    this.#lines.run(() => {
      this.#log.info(`${this.#count} items carry an id that the store does not know; they are followed from here on.`);
      this.#count = 0;
    });
  }

  /** When the id was adopted because nobody knew where it had been, in the order of all looks and reported moves; 0 if not lately. */
  momentOf(itemId: string): number {
    return this.#adoptedAt.get(itemId) ?? 0;
  }
}

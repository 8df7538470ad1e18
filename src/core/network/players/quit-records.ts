import type { NetworkQuestions } from "../../model/network-questions.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";

/** Puts on record that players have left, after everything else about them. Then other servers may go on. */
export class QuitRecords {
  readonly #recorder: Pick<Recorder, "flushNow">;
  readonly #writes: RetriedWrites;
  /** Quits that are not on record yet, by player: the latest of each. */
  readonly #waiting = new Map<string, symbol>();

  constructor(recorder: Pick<Recorder, "flushNow">, writes: RetriedWrites) {
    this.#recorder = recorder;
    this.#writes = writes;
  }

  onPlayerJoin(playerId: string): void {
    this.#waiting.delete(playerId);
  }

  onPlayerQuit(playerId: string, store: Pick<NetworkQuestions, "playerLeft">): void {
    this.#recorder.flushNow();
    const leaving = Symbol(playerId);
    this.#waiting.set(playerId, leaving);
    const isLatest = () => this.#waiting.get(playerId) === leaving;
    const written = this.#writes.inOrder(`left ${playerId}`, "A player's leaving", async () => {
      // A player who is back by now has not left.
      if (isLatest()) await store.playerLeft(playerId);
      if (isLatest()) this.#waiting.delete(playerId);
    });
    written.catch((error: unknown) => this.#writes.sayLost("A player's leaving", error));
  }
}

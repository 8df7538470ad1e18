import { errorText } from "../../errors.ts";
import type { Messages } from "../../messages/messages.ts";
import type { Log } from "../../model/log.ts";
import type { Platform } from "../../platform.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { Store } from "../../store.ts";
import type { Clock } from "../../time/clock.ts";
import { OncePerMinute } from "../../time/once-per-minute.ts";

/** The most lines that a player gets at a join: those of the latest cases. */
const MAX_CASES = 10;

interface RemovalNoticesParts {
  readonly platform: Platform;
  readonly messages: Messages;
  readonly writes: RetriedWrites;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells players that something was taken from them: at once, or, kept in the store, at their next join. One line a case. */
export class RemovalNotices {
  readonly #parts: RemovalNoticesParts;
  readonly #failures: OncePerMinute;
  #store: Store | undefined;

  constructor(parts: RemovalNoticesParts) {
    this.#parts = parts;
    this.#failures = new OncePerMinute(parts.clock);
  }

  /** Players may have joined before the store was there. */
  connect(store: Store): void {
    this.#store = store;
    for (const id of new Set([...this.#parts.platform.players()].map((player) => player.id))) this.onJoin(id);
  }

  /** Tells the holder, now or at the next join. */
  tellTaken(playerId: string, material: string, caseNumber: number): void {
    if (this.#tell(playerId, material, caseNumber)) return;
    const store = this.#store;
    if (store === undefined) return;
    this.#inTurn(playerId, async () => {
      const known = read(await store.readNote(noteOf(playerId)));
      if (known.has(caseNumber)) return;
      const latest = [...known.set(caseNumber, material)].slice(-MAX_CASES);
      await store.writeNote(noteOf(playerId), latest.map(([number, name]) => `${number} ${name}`).join("\n"));
    });
  }

  /** Asks once: a question that the store cannot answer now must not wait among the writes. The next join asks again. */
  onJoin(playerId: string): void {
    const store = this.#store;
    if (store === undefined) return;
    store.readNote(noteOf(playerId)).then(
      (note) => note !== undefined && this.#tellAll(playerId, store),
      (error: unknown) =>
        this.#failures.run(() => this.#parts.log.warn(`What players were not told cannot be read now: ${error}`)),
    );
  }

  #tellAll(playerId: string, store: Store): void {
    this.#inTurn(playerId, async () => {
      const untold = read(await store.readNote(noteOf(playerId)));
      if (untold.size === 0) return;
      const isTold = [...untold].map(([number, material]) => this.#tell(playerId, material, number)).some(Boolean);
      if (isTold) await store.writeNote(noteOf(playerId), undefined);
    });
  }

  /** False when the player is not here. */
  #tell(playerId: string, material: string, caseNumber: number): boolean {
    const { platform, messages } = this.#parts;
    const sessions = [...platform.players()].filter(({ id }) => id === playerId);
    for (const player of sessions) player.send(messages.text("removal.taken", { material, case: caseNumber }));
    return sessions.length > 0;
  }

  /** One after another: each reads what the one before it wrote. */
  #inTurn(playerId: string, act: () => Promise<void>): void {
    const { writes, log } = this.#parts;
    writes.inOrder(noteOf(playerId), "What a player is to be told", act).catch((error: unknown) => {
      log.warn(`What was taken from ${playerId} could not be noted: ${errorText(error)}`);
    });
  }
}

function noteOf(playerId: string): string {
  return `untold-removals ${playerId}`;
}

/** A line for each case: its number, and what was taken. */
function read(note: string | undefined): Map<number, string> {
  const lines = note?.split("\n") ?? [];
  return new Map(lines.map((line) => [Number.parseInt(line, 10), line.slice(line.indexOf(" ") + 1)]));
}

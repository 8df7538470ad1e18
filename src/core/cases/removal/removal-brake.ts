import { tellWatchers } from "../../alerts/tell-watchers.ts";
import type { Config } from "../../config/settings.ts";
import { withoutColours } from "../../messages/colours.ts";
import type { Messages } from "../../messages/messages.ts";
import type { Log } from "../../model/log.ts";
import type { Platform } from "../../platform.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import { askTwice } from "../../recording/start-questions.ts";
import type { Store } from "../../store.ts";
import type { Clock } from "../../time/clock.ts";

/** The note in the store that keeps the brake of this server. */
const NOTE = "removal-brake";

/** Removals within this time count towards `removal-limit`. */
const WINDOW_MS = 600_000;

/** Whether copies are removed automatically, and if not, why. `limit` is what `removal-limit` was when it was reached. */
type RemovalState =
  | { readonly kind: "on" }
  | { readonly kind: "file" }
  | { readonly kind: "staff"; readonly by: string; readonly atMs: number }
  | { readonly kind: "limit"; readonly limit: number; readonly atMs: number };

type Pulled = Extract<RemovalState, { atMs: number }>;

/**
 * Decides whether the service removes proven copies by itself. It does not if config.yml says so, if staff have pulled the brake, or if too
 * many removals have tripped the breaker. The brake is kept over restarts until staff release it.
 */
export class RemovalBrake {
  readonly #parts: RemovalBrakeParts;
  #pulled: Pulled | undefined;
  #store: Store | undefined;
  /** The times of the latest automatic removals. */
  #takenMs: number[] = [];

  constructor(parts: RemovalBrakeParts) {
    this.#parts = parts;
  }

  /** Must be awaited before anything is taken. */
  async connect(store: Store): Promise<void> {
    this.#pulled ??= read(await askTwice(() => store.readNote(NOTE)));
    this.#store = store;
  }

  get state(): RemovalState {
    if (!this.#parts.config.autoRemoveDuplicates) return { kind: "file" };
    return this.#pulled ?? { kind: "on" };
  }

  get isReleased(): boolean {
    return this.state.kind === "on";
  }

  /** Called before each automatic removal. The removal that would exceed the limit is refused, and trips the breaker. */
  mayTake(): boolean {
    if (!this.isReleased) return false;
    const now = this.#parts.clock.now();
    const { removalLimit: limit } = this.#parts.config;
    this.#takenMs = this.#takenMs.filter((atMs) => atMs <= now && now - atMs < WINDOW_MS);
    if (limit === 0 || this.#takenMs.length < limit) return true;
    this.#trip({ kind: "limit", limit, atMs: now });
    return false;
  }

  /** A copy was taken automatically: it counts towards the limit. */
  countRemoval(): void {
    this.#takenMs.push(this.#parts.clock.now());
  }

  /**
   * Stops automatic removal; removals that staff order go on. Resolves when the store has kept this. If it cannot, the brake still holds.
   */
  async pull(by: string, store: Store): Promise<void> {
    const pulled: Pulled = { kind: "staff", by, atMs: this.#parts.clock.now() };
    this.#pulled = pulled;
    await store.writeNote(NOTE, JSON.stringify(pulled));
  }

  /** Rejects, with the brake as it was, when the store cannot keep it. */
  async release(store: Store): Promise<void> {
    await store.writeNote(NOTE, undefined);
    this.#pulled = undefined;
    this.#takenMs = [];
  }

  #trip(pulled: Pulled & { readonly kind: "limit" }): void {
    const { platform, messages, writes, log } = this.#parts;
    this.#pulled = pulled;
    const text = (language: Messages) => language.text("removal.stopped", { limit: pulled.limit });
    tellWatchers(platform, text(messages), log);
    log.error(withoutColours(text(messages.inEnglish())));
    const store = this.#store;
    // Staff may have decided something newer meanwhile.
    const keep = async () => {
      if (this.#pulled === pulled) await store?.writeNote(NOTE, JSON.stringify(pulled));
    };
    writes
      .run("That removal has stopped", keep)
      .catch((error: unknown) => log.warn(`That removal has stopped could not be kept: ${error}`));
  }
}

interface RemovalBrakeParts {
  readonly config: Config;
  readonly platform: Platform;
  readonly messages: Messages;
  readonly writes: RetriedWrites;
  readonly clock: Clock;
  readonly log: Log;
}

/** A note that cannot be parsed still counts as a pulled brake. */
function read(note: string | undefined): Pulled | undefined {
  if (note === undefined) return undefined;
  try {
    const { kind, by, limit, atMs } = JSON.parse(note) as Partial<Record<string, string | number>>;
    if (kind === "limit") return { kind, limit: Number(limit), atMs: Number(atMs) };
    return { kind: "staff", by: String(by), atMs: Number(atMs) };
  } catch {
    return { kind: "staff", by: "?", atMs: 0 };
  }
}

import type { Store } from "../store.ts";

/** Ticks until a store that could not be read is asked again. Until then nothing is judged by what it knows. */
const RETRY_TICKS = 20;

/** Asks the store what earlier runs left open, until it answers. */
export class StartupRestore {
  readonly #restore: (store: Store) => Promise<boolean>;
  #store: Store | undefined;
  #isRead = false;
  #reading: Promise<void> | undefined;
  #ticksToWait = 0;

  /** `restore` resolves with false when the store cannot be read now. */
  constructor(restore: (store: Store) => Promise<boolean>) {
    this.#restore = restore;
  }

  /** True once the store has answered. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Resolves after the first attempt. */
  read(store: Store): Promise<void> {
    this.#store = store;
    this.#reading = this.#restore(store).then((isRead) => {
      this.#isRead = isRead;
      this.#reading = undefined;
      this.#ticksToWait = RETRY_TICKS;
    });
    return this.#reading;
  }

  /** Called once a tick. */
  tick(): void {
    if (this.#isRead || this.#store === undefined || this.#reading !== undefined) return;
    if (--this.#ticksToWait <= 0) void this.read(this.#store);
  }

  /** Resolves when no attempt is under way. */
  async settled(): Promise<void> {
    await this.#reading;
  }
}

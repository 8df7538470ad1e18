import type { Messages } from "../messages/messages.ts";
import type { Platform } from "../platform.ts";

/** Tells staff who join what waits for them: open cases, and that removal has stopped. */
export class StaffGreeting {
  readonly #parts: StaffGreetingParts;
  #isConnected = false;

  constructor(parts: StaffGreetingParts) {
    this.#parts = parts;
  }

  /** Staff may have joined before the store was there. */
  connect(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    for (const id of new Set([...this.#parts.platform.players()].map((player) => player.id))) this.onJoin(id);
  }

  onJoin(playerId: string): void {
    const { platform, messages, openCases, isStopped } = this.#parts;
    if (!this.#isConnected) return;
    const count = openCases();
    for (const player of platform.players()) {
      if (player.id !== playerId || !player.hasPermission("doubletake.admin")) continue;
      if (count > 0) player.send(messages.plural("notices.open-cases", { count }));
      if (isStopped()) player.send(messages.text("notices.removal-stopped", {}));
    }
  }
}

interface StaffGreetingParts {
  readonly platform: Platform;
  readonly messages: Messages;
  readonly openCases: () => number;
  /** True while staff, or too many removals, have stopped removal. */
  readonly isStopped: () => boolean;
}

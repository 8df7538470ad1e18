import { MailboxReader } from "./mailbox.ts";
import type { Request } from "./thread-protocol.ts";

/** Serves requests from the mailbox and from messages in the order in which they were made, by their ids. */
export class RequestIntake {
  readonly #mailbox: MailboxReader;
  readonly #serve: (request: Request) => void;
  #nextId: number;

  constructor(memory: SharedArrayBuffer, firstId: number, serve: (request: Request) => void) {
    this.#nextId = firstId;
    this.#serve = serve;
    this.#mailbox = new MailboxReader(memory, (id, batch) => {
      if (id !== this.#nextId) return false;
      this.#nextId++;
      this.#serve({ kind: "append", id, batch: batch() });
      return true;
    });
  }

  /** Takes a message. Batches that were sent before it are already in the mailbox. */
  receive(request: Request | "look"): void {
    if (request === "look") {
      this.#mailbox.wake();
      return;
    }
    this.#mailbox.look();
    if (request.kind !== "close") this.#nextId = request.id + 1;
    this.#serve(request);
    this.#mailbox.look();
  }

  stop(): void {
    this.#mailbox.stop();
  }
}

import { MailboxReader } from "./mailbox.ts";
import type { Message, Request } from "./thread-protocol.ts";

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
  receive(message: Message): void {
    if (message === "look") {
      this.#mailbox.wake();
      return;
    }
    for (const request of message) {
      this.#mailbox.look();
      if (request.kind !== "close") this.#nextId = request.id + 1;
      if (request.kind !== "unsent") this.#serve(request);
    }
    this.#mailbox.look();
  }

  stop(): void {
    this.#mailbox.stop();
  }
}

import type { Connection } from "./login.ts";
import { until } from "./wait.ts";

/** A form that the server showed; `content` is its JSON (title, buttons, elements). */
export interface ShownForm {
  id: number;
  content: { type: string; title?: string } & Record<string, unknown>;
}

/** Forms of the server and the player's answers. */
export class Forms {
  /** Forms that were shown and not yet answered, oldest first. */
  readonly open: ShownForm[] = [];
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.on("modal_form_request", (packet: { form_id: number; data: string }) => {
      this.open.push({ id: packet.form_id, content: JSON.parse(packet.data) });
    });
  }

  /** The oldest form without an answer. */
  next(): Promise<ShownForm> {
    return until("a form", () => this.open[0]);
  }

  /** Answers a form: with the button's number, true or false, or the list of values of a form with fields. */
  answer(form: ShownForm, response: number | boolean | unknown[]): void {
    this.#settle(form);
    this.#connection.write("modal_form_response", {
      form_id: form.id,
      has_response_data: true,
      data: JSON.stringify(response),
      has_cancel_reason: false,
    });
  }

  /** Closes a form without an answer. */
  cancel(form: ShownForm): void {
    this.#settle(form);
    this.#connection.write("modal_form_response", {
      form_id: form.id,
      has_response_data: false,
      has_cancel_reason: true,
      cancel_reason: "closed",
    });
  }

  #settle(form: ShownForm): void {
    this.open.splice(this.open.indexOf(form), 1);
  }
}

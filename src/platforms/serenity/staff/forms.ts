import { ActionForm, type Player as HostPlayer, type Serenity, WorldEvent } from "@serenityjs/core";
import type { Form } from "../../../index.ts";
import type { SerenityPlayer } from "../serenity-player.ts";
import { plainText } from "./chat-text.ts";

type Answer = (button: number | undefined) => void;

/** Forms that are shown to players. Serenity 0.8.21 never answers a form if the player has left. */
export class Forms {
  readonly #open = new Map<HostPlayer, Set<Answer>>();

  constructor(serenity: Serenity) {
    serenity.on(WorldEvent.PlayerLeave, ({ player }) => {
      for (const answer of this.#open.get(player) ?? []) answer(undefined);
      this.#open.delete(player);
    });
  }

  show({ host }: SerenityPlayer, { title, text, buttons }: Form): Promise<number | undefined> {
    const form = new ActionForm(plainText(title), plainText(text));
    for (const button of buttons) form.button(plainText(button));
    return new Promise((resolve) => {
      const answers = this.#open.get(host) ?? new Set();
      this.#open.set(host, answers);
      const answer: Answer = (button) => {
        answers.delete(answer);
        resolve(button);
      };
      answers.add(answer);
      form.show(host, (response: unknown) => answer(buttonOf(response, buttons.length)));
    });
  }
}

/** A client may answer anything. */
function buttonOf(response: unknown, count: number): number | undefined {
  const isButton = typeof response === "number" && Number.isInteger(response) && response >= 0 && response < count;
  return isButton ? response : undefined;
}

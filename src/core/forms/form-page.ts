import type { Messages } from "../messages/messages.ts";
import type { Form, Permission } from "../platform.ts";

/** A form together with what each of its buttons leads to. */
export interface FormPage {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly FormChoice[];
  /** Whoever has one of these may see the page and press its buttons; holders of `doubletake.admin` when left out. */
  readonly permissions?: readonly Permission[];
}

export interface FormChoice {
  readonly label: string;
  /** Whoever has one of these may press it; those of the page when left out. */
  readonly permissions?: readonly Permission[];
  /** Does what the button says. Resolves with the next page; `undefined` when the form is done with. */
  follow(): Promise<FormPage | undefined>;
}

/** Makes a page anew: what it shows may have changed since it was last shown. */
export type OpenPage = () => Promise<FormPage>;

/** What a platform draws of a page. */
export function formOf({ title, text, choices }: FormPage): Form {
  return { title, text, buttons: choices.map(({ label }) => label) };
}

/** The buttons below a list: to its next page, if there is one, and back. */
export function turningChoices(
  messages: Messages,
  more: OpenPage | undefined,
  back: OpenPage | undefined,
): FormChoice[] {
  return [
    ...(more === undefined ? [] : [{ label: messages.text("forms.button.more", {}), follow: more }]),
    ...(back === undefined ? [] : [{ label: messages.text("forms.button.back", {}), follow: back }]),
  ];
}

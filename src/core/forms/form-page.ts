import type { Messages } from "../messages/messages.ts";
import type { Form, Permission } from "../platform.ts";

/** A form together with what each of its buttons leads to. */
export interface FormPage {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly FormChoice[];
  /** A player needs one of these to see the page and press its buttons; `doubletake.admin` by default. */
  readonly permissions?: readonly Permission[];
}

export interface FormChoice {
  readonly label: string;
  /** A player needs one of these to press it; those of the page by default. */
  readonly permissions?: readonly Permission[];
  /** Does what the button says. Resolves with the next page; `undefined` if the form is finished. */
  follow(): Promise<FormPage | undefined>;
}

/** Makes a page again, because what it shows may have changed since it was last shown. */
export type OpenPage = () => Promise<FormPage>;

/** The part of a page that a platform draws. */
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

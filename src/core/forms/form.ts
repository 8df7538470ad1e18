/**
 * A form as a platform draws it: a title, a text below it, and buttons. Texts carry `§` colour codes and may have several
 * lines. It says nothing of what a button does: that is for whoever showed the form.
 */
export interface Form {
  readonly title: string;
  readonly text: string;
  /** At least one. */
  readonly buttons: readonly string[];
}

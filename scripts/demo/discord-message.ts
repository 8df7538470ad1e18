/** The parts of a Discord webhook message that are shown. */
export interface DiscordMessage {
  readonly content: string;
  readonly embeds: readonly {
    readonly title: string;
    readonly color: number;
    readonly fields: readonly { readonly name: string; readonly value: string }[];
    readonly footer?: { readonly text: string };
  }[];
}

/** One line of a message, with the colour of the bar on its left if it has one. */
interface DiscordLine {
  readonly text: string;
  readonly isBold: boolean;
  readonly bar?: number;
}

/** The message as Discord shows it: a headline, and the embed behind a coloured bar. */
export function discordLines({ content, embeds }: DiscordMessage): DiscordLine[] {
  const lines: DiscordLine[] = [{ text: shown(content), isBold: false }];
  for (const { title, color: bar, fields, footer } of embeds) {
    lines.push({ text: shown(title), isBold: true, bar });
    for (const { name, value } of fields) {
      lines.push({ text: name, isBold: true, bar });
      for (const line of shown(value).split("\n")) lines.push({ text: line, isBold: false, bar });
    }
    if (footer !== undefined) lines.push({ text: shown(footer.text), isBold: false, bar });
  }
  return lines;
}

/** A backslash escapes the next character, and is not shown. */
function shown(text: string): string {
  return text.replaceAll(/\\(.)/gu, "$1");
}

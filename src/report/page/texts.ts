import type { MessageKey, MessageValues, PluralKey, PluralValues } from "../../operators.ts";
import type { Say } from "../model/say.ts";

/** All texts of the page in the server's language, with formats for numbers and times. */
let texts: Readonly<Record<string, string>> = {};
let language = "en";
let numbers = new Intl.NumberFormat(language);
let plurals = new Intl.PluralRules(language);
let formats = formatsIn(language);

/** Call this before anything is shown. */
export function speak(spoken: string, by: Readonly<Record<string, string>>): void {
  [language, texts] = [spoken, by];
  numbers = new Intl.NumberFormat(language);
  plurals = new Intl.PluralRules(language);
  formats = formatsIn(language);
}

export function text<Key extends MessageKey>(
  key: Key,
  ...values: keyof MessageValues<Key> extends never ? [] : [MessageValues<Key>]
): string {
  return fill(texts[key] ?? key, (values[0] ?? {}) as Record<string, unknown>);
}

export function plural<Key extends PluralKey>(key: Key, values: PluralValues<Key>): string {
  const form = texts[`${key}.${plurals.select(values.count)}`] ?? texts[`${key}.other`];
  return fill(form ?? key, values as Record<string, unknown>);
}

/** The same for code that makes sentences outside the page. */
export const say: Say = { text: text as Say["text"], plural };

function fill(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([a-z-]+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === "number" ? number(value) : String(value);
  });
}

/** The readable word for a constant such as `DUPLICATE_ITEM`. A constant of another plugin is at least made readable. */
export function word(kind: "type" | "severity" | "action", constant: string): string {
  const found = texts[`words.${kind}.${constant.toLowerCase().replaceAll("_", "-")}`];
  const shown = found ?? constant.replaceAll("_", " ").toLowerCase();
  return shown.charAt(0).toLocaleUpperCase(language) + shown.slice(1);
}

type Column = MessageKey extends infer Key ? (Key extends `report.column.${infer Name}` ? Name : never) : never;

/** The headings of these columns. */
export function columns(...names: readonly Column[]): string[] {
  return names.map((name) => text(`report.column.${name}`));
}

export function number(value: number): string {
  return numbers.format(value);
}

export function moment(timeMs: number): string {
  return formats.moment.format(timeMs);
}

export function day(timeMs: number): string {
  return formats.day.format(timeMs);
}

const DAY_MS = 86_400_000;

/** Formats a time as exactly as an axis over this span needs. */
export function axisTime(timeMs: number, spanMs: number): string {
  const format = spanMs < DAY_MS ? formats.hour : spanMs < 4 * DAY_MS ? formats.dayAndHour : formats.dayAndMonth;
  return format.format(timeMs);
}

function formatsIn(locale: string) {
  const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  return {
    day: make({ dateStyle: "medium" }),
    moment: make({ dateStyle: "medium", timeStyle: "medium" }),
    hour: make({ hour: "2-digit", minute: "2-digit" }),
    dayAndMonth: make({ day: "numeric", month: "short" }),
    dayAndHour: make({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
  };
}

/** `2026-11-15` in the reader's time zone, the form of a date field. */
export function dayKey(timeMs: number): string {
  const date = new Date(timeMs);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

import type { ON_PROVEN_PLACEHOLDERS } from "../config/check-values.ts";
import { errorText } from "../errors.ts";
import { canonicalItemId } from "../model/item-id.ts";
import type { Log } from "../model/log.ts";
import type { Platform } from "../platform.ts";
import type { CaseRecord } from "../store.ts";

/**
 * Letters, digits and what game servers allow in names, none of which means anything to a command: no selectors, quotes, escapes,
 * colour codes or control characters. Single spaces inside.
 */
const HARMLESS = /^(?=.{1,64}$)[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.#-]*( [\p{L}\p{M}\p{N}_.#-]+)*$/u;

const NAMES_SOMEBODY = /\{(?:player|uuid)\}/;

/**
 * Runs the operator's `on-proven` commands for a case. A command does not run if one of its values is not a harmless argument. Nothing is
 * cut out of a name to make it harmless, because the rest may be somebody else's name. A command that names a player runs only if the
 * case's player `hasActed` on the item: a copy may have been pushed into anybody's hands.
 */
export function runOnProven(
  record: CaseRecord,
  hasActed: boolean,
  commands: readonly string[],
  platform: Platform,
  log: Log,
): void {
  if (commands.length === 0) return;
  if (platform.runConsoleCommand === undefined) {
    log.warn("This game server runs no console commands for plugins: on-proven has no effect.");
    return;
  }
  for (const command of commands) {
    if (!hasActed && NAMES_SOMEBODY.test(command)) {
      log.info(`Case ${record.number}: "${command}" does not run, since no player was seen to act on the item.`);
      continue;
    }
    const line = filledIn(command, record);
    if (line === undefined) {
      const why = "the player's name, or another value, is not safe in a command";
      log.warn(`on-proven: "${command}" was not run for case ${record.number}, since ${why}.`);
      continue;
    }
    try {
      platform.runConsoleCommand(line.replace(/^\//, ""));
    } catch (error) {
      log.warn(`on-proven: "${line}" failed: ${errorText(error)}`);
    }
  }
}

/** `undefined` when a value that the command asks for cannot be made safe. */
function filledIn(command: string, record: CaseRecord): string | undefined {
  const values: Readonly<Record<(typeof ON_PROVEN_PLACEHOLDERS)[number], string | undefined>> = {
    player: harmless(record.playerName),
    uuid: canonicalItemId(record.playerId),
    item: canonicalItemId(record.itemIds[0]),
    material: harmless(record.material),
    case: String(record.number),
  };
  let isSafe = true;
  // A placeholder that the operator has already quoted needs no more quotes.
  const line = command.replaceAll(/("?)\{([a-z]+)\}\1/g, (placeholder, _quote, name: string) => {
    if (!Object.hasOwn(values, name)) return placeholder;
    const value = values[name as keyof typeof values];
    if (value === undefined) isSafe = false;
    return asArgument(value ?? "");
  });
  return isSafe ? line : undefined;
}

function harmless(text: string): string | undefined {
  return HARMLESS.test(text) ? text : undefined;
}

/** Quotes a value with spaces, so that it stays one argument. */
function asArgument(value: string): string {
  return value.includes(" ") ? `"${value}"` : value;
}

import type { Log } from "../log.ts";
import { asData } from "../messages/colours.ts";
import type { Platform } from "../platform.ts";
import type { CaseRecord } from "../store.ts";

/** Runs the operator's `on-proven` commands for a case. Names are data: they cannot end one command and begin another. */
export function runOnProven(record: CaseRecord, commands: readonly string[], platform: Platform, log: Log): void {
  if (commands.length === 0) return;
  if (platform.runConsoleCommand === undefined) {
    log.warn("This game server runs no console commands for plugins: on-proven has no effect.");
    return;
  }
  const values: Readonly<Record<string, string>> = {
    player: quoted(record.playerName),
    uuid: record.playerId,
    item: record.itemIds[0] ?? "",
    material: record.material,
    case: String(record.number),
  };
  for (const command of commands) {
    const line = command.replaceAll(/\{([a-z]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
    try {
      platform.runConsoleCommand(line.replace(/^\//, ""));
    } catch (error) {
      log.warn(`on-proven: "${line}" failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** A name with a space in it is one argument. */
function quoted(name: string): string {
  const plain = asData(name).replaceAll('"', "");
  return /\s/.test(plain) ? `"${plain}"` : plain;
}

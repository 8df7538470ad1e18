import { type ChannelCheck, type ChannelName, describeFailure, type Messages, withoutColours } from "../core/index.ts";
import type { Notice } from "./thread-protocol.ts";

/** Returns the console line about a channel. It is always English, and shows only the host name of the address. */
export function consoleLine(english: Messages, notice: Notice): { level: "info" | "warn"; text: string } {
  const who = `${notice.channel} (${notice.host})`;
  switch (notice.kind) {
    case "failing": {
      const reason = withoutColours(describeFailure(english, notice.failure));
      return { level: "warn", text: `Alerts do not reach ${who}: ${reason}.${losses(notice)}` };
    }
    case "overflowing":
      return { level: "warn", text: `Alerts come faster than ${who} takes them.${losses({ lost: 0, ...notice })}` };
    case "working-again":
      return { level: "info", text: `${who} works again.${losses(notice)}` };
    case "unsent-at-stop":
      return { level: "warn", text: `${alerts(notice.count)} could not be sent to ${who} before the stop.` };
  }
}

/** Returns the console line at the start about a channel that cannot be used. */
export function incompleteLine(name: ChannelName, { key, problem }: ChannelCheck & { kind: "incomplete" }): string {
  const what = problem === "empty" ? `${key} is empty` : `${key} is no http or https address`;
  return `notifications.${name} is enabled in config.yml, but ${what}: the channel stays off.`;
}

function losses({ lost, overflowed }: { lost: number; overflowed: number }): string {
  const parts: string[] = [];
  if (lost > 0) parts.push(`${alerts(lost)} given up`);
  if (overflowed > 0) parts.push(`${alerts(overflowed)} dropped because the queue was full`);
  return parts.length === 0 ? "" : ` Since the last line: ${parts.join(", ")}.`;
}

function alerts(count: number): string {
  return count === 1 ? "1 alert" : `${count} alerts`;
}

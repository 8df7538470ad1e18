import type { RenderedText } from "../messages/message-keys.ts";
import { timeText } from "../messages/time-text.ts";
import type { CommandContext } from "./command-context.ts";

/** Whether copies are taken away by themselves, and if not, why: for `status` and `removal`. */
export function removalState({ messages, casework, clock }: CommandContext): RenderedText {
  const { state } = casework.brake;
  if (state.kind === "on") return messages.rendered("removal.state.on", {});
  if (state.kind === "file") return messages.rendered("removal.state.file", {});
  const time = timeText(messages, state.atMs, clock.now());
  if (state.kind === "staff") return messages.rendered("removal.state.staff", { by: state.by, time });
  return messages.rendered("removal.state.limit", { limit: state.limit, time });
}

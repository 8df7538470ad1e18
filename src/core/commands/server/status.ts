import type { ChannelHealth } from "../../channels/channel-status.ts";
import { describeFailure } from "../../channels/delivery-failure.ts";
import { errorText } from "../../errors.ts";
import type { Messages } from "../../messages/messages.ts";
import { agoText } from "../../messages/time-text.ts";
import { VERSION } from "../../model/this-plugin.ts";
import { stateOf } from "../../network/server-states.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, sendAll } from "../handler.ts";
import { removalState } from "./removal.ts";

/**
 * `/doubletake status`: what an operator looks at first. The store is asked last, so that everything else is said even if it does not
 * answer.
 */
export const statusCommand: CommandHandler = {
  name: "status",
  parameters: [],
  permission: "doubletake.admin",
  about: "commands.about.status",
  async run(call) {
    const { context } = call;
    sendAll(call, knownLines(context));
    const channels = (await context.channels?.health()) ?? [];
    sendAll(
      call,
      channels.map((health) => channelLine(context.messages, health)),
    );
    if (context.hasStore) sendAll(call, await storedLines(context));
    if (context.server.hasOthers) sendAll(call, await serverLines(context));
  },
};

/** What this process knows by itself. */
function knownLines(context: CommandContext): string[] {
  const { messages, platform, recorder, knownItems, liveItems, cost } = context;
  const health = context.hasStore ? context.store.health() : undefined;
  const ms = ({ averageMs }: { averageMs: number }) => averageMs.toFixed(3);
  return [
    messages.text("commands.status.title", {
      version: VERSION,
      platform: platform.name,
      "platform-version": platform.version,
    }),
    storeLine(messages, context),
    messages.text("commands.status.queue", {
      // Rows that the recorder has handed over are pending in the store as well, and rows that the store refused are lost for both.
      waiting: Math.max(recorder.pendingRows, health?.pendingRows ?? 0),
      journalled: health?.journalledRows ?? 0,
      lost: Math.max(recorder.lostRows, health?.lostRows ?? 0),
    }),
    messages.text("commands.status.cache", { known: knownItems.size, visible: liveItems.visibleIds }),
    messages.text("commands.status.cost", {
      scan: ms(cost.scan),
      sweep: ms(cost.sweep),
      boundary: ms(cost.tickEnd),
    }),
    messages.text("commands.status.claims", { claims: liveItems.claims.size }),
    messages.text("commands.status.removal", { state: removalState(context) }),
  ];
}

function storeLine(messages: Messages, context: CommandContext): string {
  if (!context.hasStore) return messages.text("commands.status.store-opening", {});
  const { store } = context;
  const { engine } = store;
  const { isReachable, lastError } = store.health();
  // Nothing has failed yet: the store has not answered for the first time.
  if (!isReachable && lastError === "") return messages.text("commands.status.store-opening", {});
  return isReachable
    ? messages.text("commands.status.store-works", { engine })
    : messages.text("commands.status.store-away", { engine, error: lastError });
}

/** What only the store knows, or a line that it does not answer. */
async function storedLines({ messages, store, log }: CommandContext): Promise<string[]> {
  try {
    const { items, transfers, players, openCases, quarantined } = await store.counts();
    return [
      messages.text("commands.status.counts", { items, transfers, players }),
      messages.text("commands.status.cases", { open: openCases, quarantined }),
    ];
  } catch (error) {
    log.warn(`The store does not say how much it holds: ${errorText(error)}`);
    return [messages.text("commands.status.no-counts", {})];
  }
}

/** Every server of the network, as the database knows it. */
async function serverLines({ messages, store, log }: CommandContext): Promise<string[]> {
  try {
    return (await store.servers()).map((server) => {
      const { name, version, silentMs, lagRows, isThisOne } = server;
      return messages.text(isThisOne ? "commands.status.this-server" : "commands.status.server", {
        server: name,
        state: messages.rendered(`commands.status.server-state.${stateOf(server)}`, {}),
        version,
        // Only the database's clock counts: this server's may be wrong.
        time: agoText(messages, 0, silentMs),
        rows: lagRows,
      });
    });
  } catch (error) {
    log.warn(`The store does not say who else uses it: ${errorText(error)}`);
    return [];
  }
}

/** One channel in the answer to `status`: whether it works. Of its address, only the host's name is shown. */
function channelLine(messages: Messages, health: ChannelHealth): string {
  const { channel, host, waiting, delivered, lost, overflowed, failure } = health;
  switch (health.state) {
    case "off":
      return messages.text("commands.status.channel-off", { channel });
    case "incomplete":
      return messages.text("commands.status.channel-incomplete", { channel });
    case "untried":
      return messages.text("commands.status.channel-untried", { channel, host });
    case "working":
      return messages.text("commands.status.channel-working", { channel, host, delivered, waiting });
    case "failing": {
      const reason = failure === undefined ? "?" : { rendered: describeFailure(messages, failure) };
      return messages.text("commands.status.channel-failing", {
        channel,
        host,
        reason,
        waiting,
        lost: lost + overflowed,
      });
    }
  }
}

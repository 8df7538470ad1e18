// What alerts that leave the game cost the game's thread, and how many messages a burst becomes.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Alert, readConfig } from "../src/core/index.ts";
import { SILENT_LOG } from "../src/core/model/log.ts";
import { openOutsideAlerts } from "../src/delivery/open-outside-alerts.ts";
import { TIMING } from "../src/delivery/timing.ts";
import { englishMessages } from "../src/testing/unpublished/english-messages.ts";
import { sampleAlert } from "../src/testing/unpublished/sample-alert.ts";
import type { BenchOptions } from "./run.ts";

const ALERTS = 10_000;
const PLAYERS = 50;
const ITEMS_OF_EACH = 10;
const CHANNELS = ["embed_chat", "bot_chat", "hook_chat", "generic"];

export async function run(_options: Pick<BenchOptions, "json">): Promise<Record<string, unknown>> {
  await burst(alertsOver(PLAYERS, ITEMS_OF_EACH)); // warms up the code
  const few = await burst(alertsOver(PLAYERS, ITEMS_OF_EACH));
  const distinct = await burst(alertsOver(ALERTS, 1));
  return {
    baseline: "the same alerts, all of different players: no burst protection, a full queue",
    alerts: ALERTS,
    channels: CHANNELS.length,
    playersAndItems: PLAYERS * ITEMS_OF_EACH,
    microsPerAlert: few.microsPerAlert,
    targetMicrosPerAlert: 20,
    messagesPerChannel: few.messages,
    isOneMessagePerPlayerAndItem: Object.values(few.messages).every((count) => count === PLAYERS * ITEMS_OF_EACH),
    microsPerAlertAllDifferent: distinct.microsPerAlert,
    messagesPerChannelAllDifferent: distinct.messages,
  };
}

function alertsOver(players: number, itemsOfEach: number): Alert[] {
  return Array.from({ length: ALERTS }, (_, index) => {
    const player = `Player${index % players}`;
    const itemId = `0190d5a4-6c1e-4f0a-9b3e-${String(index % (players * itemsOfEach)).padStart(12, "0")}`;
    return sampleAlert({ player, itemId });
  });
}

/**
 * Sends all alerts in one tick to four channels, waits until everything has left, and measures the processor time of the game's
 * thread for all of it: filter, hand-over, garbage collection and the answers of the other thread.
 */
async function burst(alerts: readonly Alert[]): Promise<{ microsPerAlert: number; messages: Record<string, number> }> {
  const receiver = new Worker(new URL("./alerts/receiver.ts", import.meta.url));
  const [port] = (await once(receiver, "message")) as [number];
  const { config } = readConfig(JSON.stringify({ notifications: sectionFor(`http://127.0.0.1:${port}`) }));
  const messages = englishMessages();
  const timing = { ...TIMING, drainMs: 60_000 };
  const delivery = openOutsideAlerts({ config, messages, log: SILENT_LOG, timing });
  await delivery.health(); // waits until the thread has started

  const before = process.threadCpuUsage();
  for (const alert of alerts) delivery.send(alert);
  await delivery.close();
  const spent = process.threadCpuUsage(before);

  receiver.postMessage("count");
  const [counts] = (await once(receiver, "message")) as [Map<string, number>];
  await receiver.terminate();
  const micros = (spent.user + spent.system) / alerts.length;
  return { microsPerAlert: Math.round(micros * 100) / 100, messages: Object.fromEntries(counts) };
}

function sectionFor(origin: string): object {
  return {
    embed_chat: { enabled: true, webhook_url: `${origin}/embed_chat` },
    bot_chat: { enabled: true, bot_token: "1:a", chat_id: "1", api_url: `${origin}/bot_chat` },
    hook_chat: { enabled: true, webhook_url: `${origin}/hook_chat` },
    generic: { enabled: true, url: `${origin}/generic` },
  };
}

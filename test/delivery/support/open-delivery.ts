import type { TestContext } from "node:test";
import { readConfig } from "../../../src/core/index.ts";
import {
  type OutsideAlertsOptions,
  type OutsideDelivery,
  openOutsideAlerts,
} from "../../../src/delivery/open-outside-alerts.ts";
import { TIMING } from "../../../src/delivery/timing.ts";
import { deliveryHere } from "../../../src/testing/unpublished/delivery-here.ts";
import { englishMessages } from "../../../src/testing/unpublished/english-messages.ts";
import { RecordingLog } from "../../../src/testing/unpublished/recording-log.ts";
import { ChatServer } from "./chat-server.ts";

/** The real times, but with pauses that nobody has to wait for, and enough time at the end for a busy machine. */
export const QUICK = { ...TIMING, pausesMs: [5, 10], drainMs: 60_000 };

/** The same, with a time-out that makes a hanging server fail soon. */
export const IMPATIENT = { ...QUICK, timeoutMs: 750 };

/** The `notifications` section of config.yml. */
interface Section {
  readonly embed_chat?: object;
  readonly bot_chat?: object;
  readonly hook_chat?: object;
  readonly generic?: object;
  readonly min_severity?: string;
  readonly rate_limit_seconds?: number;
}

/**
 * Opens the channels of a config.yml with this section, and closes them with the test. They deliver on the test's own thread,
 * unless the thread is what the test is about.
 */
export function openDelivery(
  t: TestContext,
  section: Section,
  options: Partial<OutsideAlertsOptions> & { edits?: Readonly<Record<string, string>>; hasThread?: boolean } = {},
): { delivery: OutsideDelivery; log: RecordingLog } {
  const { config, complaints } = readConfig(JSON.stringify({ notifications: section }));
  if (complaints.length > 0) throw new TypeError(JSON.stringify(complaints));
  const log = new RecordingLog();
  const { edits, hasThread = false, ...others } = options;
  const thread = hasThread ? {} : { startThread: deliveryHere };
  const delivery = openOutsideAlerts({
    config,
    messages: englishMessages(edits),
    log,
    timing: QUICK,
    ...thread,
    ...others,
  });
  t.after(() => delivery.close());
  return { delivery, log };
}

/** Starts a chat server and stops it with the test. */
export async function startChat(t: TestContext, options?: Parameters<typeof ChatServer.start>[0]): Promise<ChatServer> {
  const chat = await ChatServer.start(options);
  t.after(() => chat.close());
  return chat;
}

/** Asks until the answer is the expected one. The test's own time-out is the limit. */
export async function eventually<Answer>(
  ask: () => Answer | Promise<Answer>,
  isIt: (answer: Answer) => boolean,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

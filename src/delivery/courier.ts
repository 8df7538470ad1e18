import { allChannels, type ChannelName, checkChannel, Messages, systemClock } from "../core/index.ts";
import { ChannelSender } from "./channel-sender.ts";
import type { Notice, OutgoingAlert, Reply, Request, ThreadSetup } from "./thread-protocol.ts";

/** Does the delivery thread's work: takes requests, passes alerts to the senders of their channels, and replies. */
export class Courier {
  readonly #reply: (reply: Reply) => void;
  readonly #senders: ReadonlyMap<ChannelName, ChannelSender>;

  constructor(setup: ThreadSetup, reply: (reply: Reply) => void) {
    this.#reply = reply;
    const { language, texts, timing, trustedCertificates } = setup;
    const messages = new Messages({ language, edits: texts, translation: new Map(), english: new Map() });
    const senders = new Map<ChannelName, ChannelSender>();
    for (const channel of allChannels(setup.settings)) {
      const check = checkChannel(channel);
      if (check.kind !== "ready") continue;
      const tell = (notice: Notice) => reply({ kind: "notice", notice });
      const parts = { channel, url: check.url, messages, timing, clock: systemClock, trustedCertificates, tell };
      senders.set(channel.name, new ChannelSender(parts));
    }
    this.#senders = senders;
  }

  async handle(request: Request): Promise<void> {
    switch (request.kind) {
      case "alerts":
        this.#enqueue(request.alerts, request.overflowed);
        this.#reply({ kind: "taken" });
        return;
      case "test": {
        const { id, channel } = request;
        const outcome = await this.#senders.get(channel)?.test();
        this.#reply({ kind: "tested", id, outcome: outcome ?? { kind: "off", channel } });
        return;
      }
      case "health":
        this.#reply({
          kind: "health",
          id: request.id,
          channels: [...this.#senders.values()].map((sender) => sender.health()),
        });
        return;
      case "close":
        await Promise.all([...this.#senders.values()].map((sender) => sender.close()));
    }
  }

  #enqueue(alerts: readonly OutgoingAlert[], overflowed: ReadonlyMap<ChannelName, number>): void {
    for (const [name, sender] of this.#senders) {
      const own = alerts.filter(({ channels }) => channels.includes(name)).map(({ alert }) => alert);
      sender.enqueue(own, overflowed.get(name) ?? 0);
    }
  }
}

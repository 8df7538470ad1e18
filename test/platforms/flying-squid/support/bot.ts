import { once } from "node:events";
import { createRequire } from "node:module";
import { until, within } from "../../serenity/support/wait.ts";

/** The few members of mineflayer 4.39 that the tests touch. */
interface Mineflayer {
  createBot(options: object): MineflayerBot;
}
interface MineflayerBot extends NodeJS.EventEmitter {
  readonly _client: NodeJS.EventEmitter & { write(packet: string, fields: object): void };
  readonly inventory: { readonly slots: ({ readonly name: string; readonly count: number } | null)[] };
  chat(text: string): void;
  end(): void;
  tabComplete(text: string, assumeCommand?: boolean, sendBlock?: boolean, timeoutMs?: number): Promise<unknown[]>;
}

const mineflayer = createRequire(import.meta.url)("mineflayer") as Mineflayer;

interface BotOptions {
  readonly host: string;
  readonly port: number;
  readonly name: string;
  readonly version: string;
}

/** A real client. It keeps everything that the server says and sends to it. */
export class Bot {
  readonly name: string;
  readonly version: string;
  /** Chat as it is shown, without colours. */
  readonly heard: string[] = [];
  /** Every packet as it came over the wire, decompressed. */
  readonly received: { readonly name: string; readonly bytes: Buffer }[] = [];
  readonly #bot: MineflayerBot;

  private constructor(bot: MineflayerBot, { name, version }: BotOptions) {
    this.name = name;
    this.version = version;
    this.#bot = bot;
    bot.on("message", (message: { toString(): string }) => this.heard.push(message.toString()));
    bot._client.on("raw", (bytes: Buffer, { name: packet }: { name: string }) =>
      this.received.push({ name: packet, bytes: Buffer.from(bytes) }),
    );
    bot.on("error", (error: Error) => console.error(`${name}: ${error.message}`));
    bot.on("kicked", (reason: unknown) => this.heard.push(`kicked: ${JSON.stringify(reason)}`));
  }

  static async join(options: BotOptions): Promise<Bot> {
    const { name, ...address } = options;
    const client = mineflayer.createBot({
      ...address,
      username: name,
      auth: "offline",
      checkTimeoutInterval: 60_000,
      respawn: false,
    });
    const bot = new Bot(client, options);
    await within(`${name} to spawn`, once(client, "spawn"));
    return bot;
  }

  leave(): void {
    this.#bot.end();
  }

  write(packet: string, fields: object): void {
    this.#bot._client.write(packet, fields);
  }

  say(text: string): void {
    this.#bot.chat(text);
  }

  /** Resolves with the first line that matches, whether it has come already or is still to come. */
  hears(pattern: RegExp): Promise<string> {
    return until(`${this.name} hearing ${pattern}`, () => this.heard.find((line) => pattern.test(line)));
  }

  /** What the client believes it has, slot by slot. */
  get slots(): Readonly<Record<number, string>> {
    const filled = this.#bot.inventory.slots.flatMap((item, slot) =>
      item ? [[slot, `${item.count}x ${item.name}`]] : [],
    );
    return Object.fromEntries(filled);
  }

  async completions(text: string): Promise<string[]> {
    const matches = (await this.#bot.tabComplete(text, true, false, 5000)) as (string | { match: string })[];
    return matches.map((match) => (typeof match === "string" ? match : match.match));
  }

  /** Looks ahead. The server finishes a login only when it hears a direction, and mineflayer may stand still for a long time. */
  look(): void {
    this.write("look", { yaw: 0, pitch: 0, onGround: true, flags: { onGround: true, hasHorizontalCollision: false } });
  }

  die(): void {
    this.say(`/kill ${this.name}`);
  }
}

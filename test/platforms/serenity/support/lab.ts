import { BedrockClient } from "./bedrock-client.ts";
import { box, inv } from "./inventory-acts.ts";
import type { Position } from "./movement.ts";
import { idOf } from "./network-item.ts";
import { type Stage, VIEW_DISTANCE } from "./stage.ts";
import type { OpenWindow } from "./tracked-inventory.ts";
import { until } from "./wait.ts";

export { box, inv } from "./inventory-acts.ts";

/** Sites are chunks in a square, away from the place where everybody spawns. */
const SITES_IN_A_ROW = 6;
const SITE_LENGTH = 16;

/** One scenario on a stage: its own chunk, its own players, and one sword whose copies are counted. */
export class Lab {
  readonly stage: Stage;
  /** In the sword's NBT, with or without Doubletake. */
  readonly mark: string;
  /** The id that Doubletake gave the sword; empty without Doubletake. */
  id = "";
  /** All of the sword's data, with the id; empty without Doubletake. */
  original: Buffer = Buffer.alloc(0);
  /** The tick in which the last step of the scenario was done. */
  doneAtTick = 0n;
  readonly #site: number;
  #clients: BedrockClient[] = [];

  constructor(stage: Stage, site: number) {
    this.stage = stage;
    this.mark = `sword ${site}`;
    this.#site = site;
  }

  get server(): Stage["server"] {
    return this.stage.server;
  }

  /** A block of the site; both numbers from 0 to 15. */
  at(x: number, z: number, y = 1): Position {
    const column = this.#site % SITES_IN_A_ROW;
    const row = Math.floor(this.#site / SITES_IN_A_ROW);
    return { x: (column + 1) * SITE_LENGTH + x, y, z: (row + 1) * SITE_LENGTH + z };
  }

  /** Joins as a player of this scenario and goes to its site. Earlier sessions of the name stay as they are. */
  async join(role: string, options: { uuid?: string; loaded?: Promise<void> } = {}): Promise<BedrockClient> {
    const name = `${role}${this.#site}`;
    const client = await BedrockClient.join({ port: this.server.port, name, viewDistance: VIEW_DISTANCE, ...options });
    this.#clients.push(client);
    await until(`${name} in the world`, () => this.server.call("isAlive", name));
    await this.server.call("loadChunk", this.at(8, 8));
    this.goTo(client, 8, 8);
    return client;
  }

  goTo(client: BedrockClient, x: number, z: number): void {
    const { x: left, z: top } = this.at(x, z);
    client.movement.warpTo({ x: left + 0.5, y: 1, z: top + 0.5 });
  }

  async leave(client: BedrockClient): Promise<void> {
    await client.leave();
    await until(`${client.name} gone`, async () => !(await this.server.call("isServed", client.name)));
  }

  async relog(client: BedrockClient): Promise<BedrockClient> {
    await this.leave(client);
    return this.join(client.name.replace(/\d+$/, ""));
  }

  /** Gives the client the marked sword, which moves it to slot 0. By that, Doubletake learns of it. */
  async giveSword(client: BedrockClient): Promise<void> {
    await this.server.call("give", client.name, "diamond_sword", { mark: this.mark, slot: 8 });
    await client.acts.take(1, inv(8), inv(0));
    await until("the sword", () => client.items.inventory[0]?.nbt.mark === this.mark);
    if (!this.stage.isGuarded) return;
    this.id = await until("its id", () => idOf(client.items.inventory[0]));
    const [data] = await this.stage.ask("dataOf", [this.id]);
    this.original = Buffer.from(data!);
  }

  /** Makes a block with the sword in slot 3. The client puts it there, and the window stays open. */
  async storeSword(client: BedrockClient, block: string, position = this.at(3, 3)): Promise<OpenWindow> {
    if (client.items.inventory[0]?.nbt.mark !== this.mark) await this.giveSword(client);
    await this.server.call("setBlock", position, block);
    const window = await client.world.openBlock(position);
    await client.acts.place(1, inv(0), box(3));
    await until("an empty slot", () => !client.items.inventory[0]);
    return window;
  }

  /** Breaks a block and waits until it is gone. */
  async breakBlock(client: BedrockClient, position: Position): Promise<void> {
    client.world.breakBlock(position);
    await until("a broken block", () => this.server.call("isAir", position));
  }

  async done(): Promise<void> {
    this.doneAtTick = await this.server.call("currentTick");
  }

  /** Where the mark is now, e.g. "player Ada3 inventory 0 x1". */
  copies(): Promise<string[]> {
    return this.server.call("copies", this.mark);
  }

  /** How many items bear the mark. */
  async count(): Promise<number> {
    const counts = (await this.copies()).map((line) => Number(/ x(\d+)$/.exec(line)?.[1] ?? 1));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Waits for a step of a trick, or until Doubletake has proven the trick, after which the step can no longer come. */
  async until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
    await until(what, async () => (await check()) || (await this.isProven()));
  }

  async isProven(): Promise<boolean> {
    if (this.id === "") return false;
    const cases = await this.stage.ask("cases", this.id);
    return cases.some(({ type }) => type === "DUPLICATE_ITEM");
  }

  /** Takes the players of this scenario off the server. */
  async close(): Promise<void> {
    for (const client of this.#clients) if (!client.isClosed) await client.leave();
    this.#clients = [];
  }

  /** The server is gone, so there is nobody to say goodbye to. */
  drop(): void {
    for (const client of this.#clients) if (!client.isClosed) client.cutOff();
    this.#clients = [];
  }
}

/** Makes it a modified client, which stays when it is told to go. */
export function ignoreKick(client: BedrockClient): void {
  (client.connection as { onDisconnectRequest?: () => void }).onDisconnectRequest = () => {};
}

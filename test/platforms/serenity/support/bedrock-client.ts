import { Chat } from "./chat.ts";
import { Forms } from "./forms.ts";
import { InventoryActs } from "./inventory-acts.ts";
import { type Connection, type LoginOptions, openConnection } from "./login.ts";
import { Movement } from "./movement.ts";
import { SeenEntities } from "./seen-entities.ts";
import { TrackedInventory } from "./tracked-inventory.ts";
import { sleep, until, within } from "./wait.ts";
import { WorldActs } from "./world-acts.ts";

/** A player: a real network client that shows what the server told it and acts by packets. */
export class BedrockClient {
  readonly name: string;
  readonly connection: Connection;
  /** Inventory, armour, off hand, cursor and the open window, as the server says. */
  readonly items: TrackedInventory;
  readonly entities: SeenEntities;
  readonly acts: InventoryActs;
  readonly movement: Movement;
  readonly world: WorldActs;
  readonly chat: Chat;
  readonly forms: Forms;
  /** Why the server ended the connection; undefined while it has not. */
  kicked: string | undefined;
  /** Packets that could not be read; an honest test has none. */
  readonly errors: Error[] = [];
  /** As the server says. A Serenity client learns of its death only by 0 here. */
  health = 20;
  #isClosed = false;

  private constructor(name: string, connection: Connection) {
    this.name = name;
    this.connection = connection;
    this.items = new TrackedInventory(connection);
    this.entities = new SeenEntities(connection, this.items);
    this.acts = new InventoryActs(connection, this.items);
    this.movement = new Movement(connection);
    this.world = new WorldActs(connection, this.items, this.movement);
    this.chat = new Chat(connection, name);
    this.forms = new Forms(connection);
    connection.on("kick", (packet: { message?: string }) => {
      this.kicked = packet.message ?? "";
    });
    connection.on("error", (error: Error) => this.errors.push(error));
    connection.on("update_attributes", (packet: UpdateAttributes) => {
      // Packets may overtake start_game, which says who we are.
      if (BigInt(packet.runtime_entity_id) !== BigInt(connection.entityId ?? 0)) return;
      const health = packet.attributes.find((attribute) => attribute.name === "minecraft:health");
      this.health = health?.current ?? this.health;
    });
    connection.once("close", () => {
      this.#isClosed = true;
    });
  }

  /** Logs in. Resolves when the player has spawned and the server has said what the player holds. */
  static async join(options: LoginOptions): Promise<BedrockClient> {
    const connection = openConnection(options);
    const client = new BedrockClient(options.name, connection);
    const spawned = new Promise<void>((resolve) => connection.once("spawn", resolve));
    const heard: string[] = [];
    const hear = ({ data }: { data: { name: string } }) => heard.push(data.name);
    connection.on("packet", hear);
    try {
      await within(`${options.name} spawning`, Promise.race([spawned, client.#refused()]));
      await until(`the inventory of ${options.name}`, () => client.items.inventory.length > 0);
    } catch (cause) {
      connection.close();
      throw new Error(`${(cause as Error).message}; heard until then: ${heard.join(", ") || "nothing"}`, { cause });
    }
    connection.off("packet", hear);
    return client;
  }

  get isDead(): boolean {
    return this.health <= 0;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends the connection as a real client does; the server has heard it by its next turn. */
  async leave(): Promise<void> {
    if (!this.#isClosed) this.connection.close();
    await sleep(30);
  }

  /** The network fails: the server hears nothing more, not even a goodbye, and notices after 15 s. */
  cutOff(): void {
    this.connection.connection.vanish();
    this.connection.close();
  }

  /** Sends any packet at once, for acts that no honest client does. */
  send(packet: string, params: object): void {
    this.connection.write(packet, params);
  }

  /** Resolves with the next packet of that name. */
  next<T>(packet: string): Promise<T> {
    return within(packet, new Promise<T>((resolve) => this.connection.once(packet, resolve as (p: never) => void)));
  }

  async #refused(): Promise<never> {
    const reason = await new Promise<string>((resolve) => {
      this.connection.once("kick", (packet: { message?: string }) => resolve(packet.message ?? "kicked"));
      this.connection.once("close", () => resolve("connection closed"));
    });
    throw new Error(`${this.name} could not join: ${reason}`);
  }
}

interface UpdateAttributes {
  runtime_entity_id: bigint;
  attributes: { name: string; current: number }[];
}

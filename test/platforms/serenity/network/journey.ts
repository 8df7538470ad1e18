import assert from "node:assert/strict";
import type { CaseRecord } from "../../../../src/index.ts";
import { BedrockClient } from "../support/bedrock-client.ts";
import { box, inv } from "../support/inventory-acts.ts";
import type { Position } from "../support/movement.ts";
import { idOf } from "../support/network-item.ts";
import { VIEW_DISTANCE } from "../support/stage.ts";
import { patienceMs, until } from "../support/wait.ts";
import type { NetworkServer } from "./network-server.ts";
import type { NetworkStage } from "./network-stage.ts";

/** A question costs another process and its database some work: once a tick is enough. */
const ASK_EVERY_MS = 50;
/** In this time, looks and answers of two servers could still change the outcome. */
const SECOND_THOUGHTS_TICKS = 40;

/** One story on a network: its own players, one marked sword whose copies are counted, and one chest at the same place on every server. */
export class Journey {
  readonly stage: NetworkStage;
  readonly mark: string;
  /** The sword's id. */
  id = "";
  readonly chest: Position;
  readonly #site: number;
  readonly #clients = new Set<BedrockClient>();

  constructor(stage: NetworkStage) {
    this.stage = stage;
    this.#site = stage.nextSite();
    this.mark = `sword ${this.#site}`;
    this.chest = { x: 4 + 3 * (this.#site % 4), y: 1, z: 4 + 2 * Math.floor(this.#site / 4) };
  }

  /** The account name of a role in this story. */
  named(role: string): string {
    return `${role}${this.#site}`;
  }

  /** Joins, and waits until the sync plugin has given the player his items. */
  join(server: NetworkServer, role = "Ada"): Promise<BedrockClient> {
    return this.joinAs(this.named(role), server);
  }

  /** The same for a player of any story. */
  async joinAs(name: string, server: NetworkServer): Promise<BedrockClient> {
    const client = await BedrockClient.join({ port: server.process.port, name, viewDistance: VIEW_DISTANCE });
    this.#clients.add(client);
    await so(`${name} in the world of ${server.name}`, () => server.call("isAlive", name));
    await so(`the things of ${name} on ${server.name}`, () => server.ask("isSynced", name));
    return client;
  }

  /** Goes from one server to another when the first server says so. */
  async travel(client: BedrockClient, from: NetworkServer, to: NetworkServer): Promise<BedrockClient> {
    const bidden = client.next<{ port: number }>("transfer");
    await from.ask("transfer", client.name, to.process.port);
    const { port } = await bidden;
    assert.equal(port, to.process.port);
    await this.leave(client, from);
    return this.join(to, client.name.replace(/\d+$/, ""));
  }

  async leave(client: BedrockClient, from: NetworkServer): Promise<void> {
    this.#clients.delete(client);
    await client.leave();
    await so(`${client.name} gone from ${from.name}`, async () => !(await from.call("isServed", client.name)));
  }

  /** Joins as the story's first player, with the marked sword in slot 0. */
  async begin(server: NetworkServer): Promise<BedrockClient> {
    const client = await this.join(server);
    this.id = await this.give(client, server, this.mark);
    return client;
  }

  /** Gives a player a marked sword in a slot. Returns the id that Doubletake gave it. */
  async give(client: BedrockClient, server: NetworkServer, mark: string, slot = 0): Promise<string> {
    await server.call("give", client.name, "diamond_sword", { mark, slot: 8 });
    await client.acts.take(1, inv(8), inv(slot));
    return until("its id", () => idOf(client.items.inventory[slot]));
  }

  async hasSword(client: BedrockClient): Promise<void> {
    await until(`the sword with ${client.name}`, () => client.items.inventory[0]?.nbt.mark === this.mark);
  }

  /** Opens the story's chest on a server. */
  async open(client: BedrockClient, server: NetworkServer): Promise<void> {
    this.goTo(client);
    if (await server.call("isAir", this.chest)) await server.call("setBlock", this.chest, "chest");
    await client.world.openBlock(this.chest);
  }

  /** Puts what is in slot 0 into the chest. */
  async store(client: BedrockClient, server: NetworkServer): Promise<void> {
    await this.open(client, server);
    await client.acts.place(1, inv(0), box(0));
    await until("an empty slot", () => !client.items.inventory[0]);
  }

  /**
   * Waits until the record has the sword in its chest. If a player joins, stores and leaves within the tenth of a second that a join takes,
   * nothing tells copy and original apart.
   */
  async isOnRecordAt(server: NetworkServer): Promise<void> {
    const { x, y, z } = this.chest;
    await so(`the sword on record in its chest on ${server.name}`, async () => {
      return (await server.ask("recordOf", this.id)) === `${server.name} block:default:${x},${y},${z}`;
    }).catch((error) => this.#sayWhy(error));
  }

  goTo(client: BedrockClient): void {
    const { x, z } = this.chest;
    client.movement.warpTo({ x: x + 1.5, y: 1, z: z + 0.5 });
  }

  /** The sync plugin there does not save the player's items when he leaves, so the next server gives what was saved before. */
  async travelWithOldSnapshot(client: BedrockClient, from: NetworkServer, to: NetworkServer): Promise<BedrockClient> {
    await from.ask("err", client.name, "stale");
    const there = await this.travel(client, from, to);
    await from.ask("err", client.name, "none");
    return there;
  }

  copies(): Promise<string[]> {
    return this.stage.copies(this.mark);
  }

  /** The cases about the sword: all servers have one list. */
  async cases(): Promise<CaseRecord[]> {
    return this.stage.witness.ask("cases", this.id);
  }

  /** Expects a proof, told once on the whole network, and one copy left. */
  async expectProof(): Promise<CaseRecord> {
    this.stage.guilty.add(this.id);
    const record = await so("the proof", async () => {
      return (await this.cases()).find(({ type }) => type === "DUPLICATE_ITEM");
    }).catch((error) => this.#sayWhy(error));
    await so("one copy left", async () => (await this.copies()).length === 1).catch((error) => this.#sayWhy(error));
    await this.stage.witness.call("ticks", SECOND_THOUGHTS_TICKS);
    assert.equal((await this.copies()).length, 1, "the last copy stays");
    assert.equal((await this.cases()).length, 1, "one case for the network");
    const told = this.stage.proofsTold(record.number);
    assert.equal(told.length, 1, `told once: ${told.join("\n")}`);
    return record;
  }

  /** Expects that nothing was said, taken or left open about the sword, and that there is one. */
  async expectPeace(): Promise<void> {
    const copies = await this.copies();
    assert.equal(copies.length, 1, copies.join("\n"));
    assert.deepEqual(await this.cases(), []);
  }

  /** For the message of a test that fails. */
  async state(): Promise<string> {
    const { stage, id } = this;
    const disputes = `SELECT step, finder_seen, finder_token, holder_seen, holder_token FROM dt_disputes WHERE item = '${id}'`;
    const sessions = `SELECT p.name AS player, s.name AS server FROM dt_sessions JOIN dt_players p ON p.ref = player
      JOIN dt_servers s ON s.ref = server WHERE p.name LIKE '%${this.#site}'`;
    return JSON.stringify(
      {
        copies: await this.copies(),
        cases: await this.cases(),
        record: await stage.witness.ask("recordOf", id),
        disputes: await stage.query(disputes),
        sessions: await stage.query(sessions),
        way: await stage.way(id),
        status: await Promise.all(stage.running.map(({ staff }) => staff.chat.run("/doubletake status"))),
        ticks: await Promise.all(stage.running.map((server) => server.call("currentTick").then(String))),
      },
      null,
      1,
    );
  }

  async #sayWhy({ message }: Error): Promise<never> {
    throw new Error(`${message}: ${await this.state()}`);
  }

  /** Takes the players of this story off the network. */
  async end(): Promise<void> {
    for (const client of this.#clients) await client.leave();
  }
}

/** Like `until`, for what another process has to be asked. */
export function so<T>(what: string, check: () => T | Promise<T>): Promise<NonNullable<T>> {
  return until(what, check, patienceMs, ASK_EVERY_MS);
}

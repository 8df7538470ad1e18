import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Alert, Item, Permission, Player, RunningDoubletake } from "../../../../src/index.ts";
import { SquidItems } from "../../../../src/platforms/flying-squid/items/squid-items.ts";
import { doubletake } from "../../../../src/platforms/flying-squid/plugin.ts";
import type { SquidStack } from "../../../../src/platforms/flying-squid/squid-server.ts";
import { until } from "../../serenity/support/wait.ts";
import { dropHeld } from "./acts.ts";
import type { Bot } from "./bot.ts";
import { newStack, type StackPlan } from "./new-stack.ts";
import { GROUND, type HarnessOptions, SquidHarness, temporaryDir } from "./squid-harness.ts";

const { Vec3 } = createRequire(import.meta.url)("vec3") as { Vec3: new (x: number, y: number, z: number) => object };

/** What the server says about a block. */
interface Blocks {
  getBlock(position: object): Promise<{ readonly name: string }>;
}

const LISTS = { "doubletake.alerts": "watchers", "doubletake.test": "testers", "doubletake.admin": "admins" } as const;

export interface GuardedOptions extends HarnessOptions {
  /** The text of config.yml. Keys that it does not have get their defaults. */
  readonly config?: string;
  /** The permissions of players who are not operators. */
  readonly permissions?: Readonly<Record<string, Permission>>;
}

/** An unmodified flying-squid with Doubletake installed by its two lines, and real clients. */
export class GuardedServer {
  readonly harness: SquidHarness;
  readonly running: RunningDoubletake;
  readonly items: SquidItems;
  /** Every alert since the start, whether or not staff see it. */
  readonly alerts: Alert[] = [];
  /** Warnings and errors that the server wrote to its console, ours among them. */
  readonly complaints: string[];
  readonly #options: GuardedOptions;

  private constructor(
    harness: SquidHarness,
    running: RunningDoubletake,
    complaints: string[],
    options: GuardedOptions,
  ) {
    this.harness = harness;
    this.running = running;
    this.items = new SquidItems(harness.serv);
    this.complaints = complaints;
    this.#options = options;
    running.doubletake.api.on("alert", (alert) => this.alerts.push(alert));
  }

  static async start(options: GuardedOptions): Promise<GuardedServer> {
    const dir = options.dir ?? temporaryDir();
    const folder = join(dir, "plugins", "doubletake");
    mkdirSync(folder, { recursive: true });
    if (options.config !== undefined) writeFileSync(join(folder, "config.yml"), options.config, { mode: 0o600 });
    if (options.permissions !== undefined)
      writeFileSync(join(folder, "permissions.yml"), permissionsFile(options.permissions));
    let running: RunningDoubletake | undefined;
    const complaints: string[] = [];
    const keepComplaints = (serv: SquidHarness["serv"]) => {
      serv.warn = (line) => complaints.push(line);
      serv.err = (line) => complaints.push(line);
    };
    const harness = await SquidHarness.start({
      ...options,
      dir,
      prepare: (serv) => {
        // On a slow machine, the first complaint comes before the server is up.
        keepComplaints(serv as SquidHarness["serv"]);
        running = doubletake(serv, { folder });
      },
    });
    keepComplaints(harness.serv);
    await running!.ready;
    return new GuardedServer(harness, running!, complaints, options);
  }

  async restart(): Promise<GuardedServer> {
    await this.harness.stop();
    return GuardedServer.start({ ...this.#options, dir: this.harness.dir });
  }

  async discard(): Promise<void> {
    await this.harness.stop();
    rmSync(this.harness.dir, { recursive: true, force: true });
    // The server reads its console from here, which would keep the process from ending.
    process.stdin.destroy();
  }

  join(name: string): Promise<Bot> {
    return this.harness.join(name);
  }

  leave(bot: Bot): Promise<void> {
    return this.harness.leave(bot);
  }

  #session(bot: Bot): Player | undefined {
    return [...this.running.doubletake.platform.players()].findLast(({ name }) => name === bot.name);
  }

  /** Brings a player to a place where only players who are brought to the same place are within reach. */
  async bring(bot: Bot, place: number): Promise<void> {
    const player = await until(bot.name, () => this.#session(bot));
    const x = 2.5 + 4 * place;
    // A position that the client sent earlier may still arrive, and the end of a login puts the player back, too.
    let steadyTicks = 0;
    await until(`${bot.name} there`, async () => {
      if (steadyTicks === 0) player.teleport!({ world: "world", x, y: GROUND, z: 8.5 });
      await this.ticks(1);
      steadyTicks = Math.abs(player.location().x - x) < 1 ? steadyTicks + 1 : 0;
      return steadyTicks >= 4;
    });
  }

  /**
   * One player drops what the other picks up, both at the meeting place. The server offers items within reach first to the player who
   * joined first, so the taker must have joined before the giver.
   */
  async handOver(giver: Bot, taker: Bot, name: string): Promise<number> {
    const slot = await this.slotOf(giver, name);
    await this.bring(giver, MEETING_PLACE);
    await this.bring(taker, MEETING_PLACE);
    giver.write("held_item_slot", { slotId: slot - HAND });
    await until(`the ${name} in hand`, () => this.harness.player(giver.name).heldItemSlot === slot - HAND);
    dropHeld(giver);
    return this.#orSayWhy(
      until(`${taker.name} having a ${name}`, async () => {
        await this.#goAfter(taker, name);
        return this.#slotWith(taker, name);
      }),
    );
  }

  /** If such an item lies out of reach, the player goes there: on a busy machine, things fly far. */
  async #goAfter(bot: Bot, name: string): Promise<void> {
    await this.ticks(1);
    const { entities, registry } = this.harness.serv;
    const lying = Object.values(entities).findLast(({ itemId }) => itemId === registry.itemsByName[name]!.id);
    const player = this.#session(bot)!;
    const { x, z } = player.location();
    if (lying === undefined || Math.hypot(lying.position.x - x, lying.position.z - z) < 1) return;
    player.teleport!({ world: "world", x: lying.position.x, y: GROUND, z: lying.position.z });
  }

  make(plan: StackPlan): SquidStack {
    return newStack(this.items, plan, this.harness.version);
  }

  /** Puts a stack into a slot, as the server itself or another plugin would; by default the first slot of the hotbar. */
  put(bot: Bot, plan: StackPlan, slot = HAND): void {
    this.harness.player(bot.name).inventory.updateSlot(slot, this.make(plan));
  }

  at(bot: Bot, slot = HAND): SquidStack | undefined {
    return this.harness.player(bot.name).inventory.slots[slot] ?? undefined;
  }

  async blockAt(x: number, y: number, z: number): Promise<string> {
    const world = this.harness.serv.overworld as unknown as Blocks;
    return (await world.getBlock(new Vec3(x, y, z))).name;
  }

  item(bot: Bot, slot = HAND): Item | undefined {
    const stack = this.at(bot, slot);
    return stack && this.items.wrap(stack);
  }

  /** The id of the item in a slot, as soon as it has one. */
  idAt(bot: Bot, slot = HAND): Promise<string> {
    return until(`an id of what ${bot.name} has in slot ${slot}`, () => this.item(bot, slot)?.readTag());
  }

  /** The slot in which a player has an item of this name. */
  slotOf(bot: Bot, name: string): Promise<number> {
    return until(`${bot.name} having a ${name}`, () => this.#slotWith(bot, name));
  }

  #slotWith(bot: Bot, name: string): number | undefined {
    const slot = this.harness.player(bot.name).inventory.slots.findIndex((stack) => stack?.name === name);
    return slot < 0 ? undefined : slot;
  }

  /** The ids of all items with this name, in slots and on the ground. */
  idsOf(name: string): (string | undefined)[] {
    const { players } = this.harness.serv;
    const held = players.flatMap(({ inventory }) => [...Object.values(inventory.slots), inventory.selectedItem]);
    const ids = held.flatMap((stack) => (stack?.name === name ? [this.items.wrap(stack).readTag()] : []));
    for (const place of this.running.doubletake.platform.places()) {
      this.running.doubletake.platform.look(
        place,
        (item) => item.material.endsWith(`:${name}`) && ids.push(item.readTag()),
      );
    }
    return ids;
  }

  /** Waits until that many ticks have ended. */
  async ticks(count = 2): Promise<void> {
    for (let tick = 0; tick < count; tick++) {
      await new Promise<void>((resolve) => {
        const end = this.running.doubletake.platform.onTick(() => {
          end();
          resolve();
        });
      });
    }
  }

  /** What the store knows about an item, oldest first, with the names of players. */
  async history(itemId: string): Promise<string[]> {
    const { store } = this.running.doubletake;
    const rows = await store.getItemTransferHistory(itemId, 100);
    const told = rows.map(async ({ playerUUID, action }) => {
      const name = (await store.playerById(playerUUID))?.name ?? playerUUID;
      return `${name} ${action}`;
    });
    return (await Promise.all(told)).reverse();
  }

  /** Alerts that staff would act on. */
  get serious(): Alert[] {
    return this.alerts.filter(({ severity }) => severity === "HIGH" || severity === "CRITICAL");
  }

  /** Waits for an alert that staff would act on. If none comes, the error has the console's lines. */
  async untilAlert(type: Alert["type"]): Promise<void> {
    await this.#orSayWhy(until(type, () => this.serious.some((alert) => alert.type === type)));
  }

  /** If what is waited for never comes, the error has the console's lines, and where everybody and everything is. */
  #orSayWhy<T>(waited: Promise<T>): Promise<T> {
    return waited.catch((error: Error) => {
      const { players, entities } = this.harness.serv;
      const standing = players.map(({ username, position }) => `${username} ${position}`);
      const lying = Object.values(entities).flatMap(({ itemId, position }) =>
        itemId === undefined ? [] : [`${itemId} ${position}`],
      );
      const state = { console: this.complaints, alerts: this.described, players: standing, "on the ground": lying };
      throw new Error(`${error.message}; ${JSON.stringify(state, null, 1)}`);
    });
  }

  get described(): string[] {
    return this.serious.map(({ type, material, player }) => `${type} ${material} ${player}`);
  }
}

const MEETING_PLACE = 1;

/** The first slot of the hotbar. A player holds it if no other was chosen. */
export const HAND = 36;

function permissionsFile(permissions: Readonly<Record<string, Permission>>): string {
  const names = (permission: Permission) =>
    Object.entries(permissions).flatMap(([name, has]) => (has === permission ? [name] : []));
  const lists = Object.entries(LISTS) as [Permission, string][];
  return lists.map(([permission, list]) => `${list}: [${names(permission).join(", ")}]\n`).join("");
}

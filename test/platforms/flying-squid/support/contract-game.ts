import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { groundPlace, type Permission, type Player } from "../../../../src/index.ts";
import type { FlyingSquidPlatform } from "../../../../src/platforms/flying-squid/flying-squid-platform.ts";
import type { FlyingSquidPlayer } from "../../../../src/platforms/flying-squid/flying-squid-player.ts";
import type { Game } from "../../../../src/platforms/flying-squid/game.ts";
import type { SquidStack, Vector } from "../../../../src/platforms/flying-squid/squid-server.ts";
import type { GameUnderTest, NewStack } from "../../../../src/testing/platform-contract/platform-contract.ts";
import { until } from "../../serenity/support/wait.ts";
import type { Bot } from "./bot.ts";
import { newStack } from "./new-stack.ts";
import { GROUND, type SquidHarness } from "./squid-harness.ts";

const { Vec3 } = createRequire(import.meta.url)("vec3") as { Vec3: new (x: number, y: number, z: number) => Vector };

const LISTS = { "doubletake.alerts": "watchers", "doubletake.test": "testers", "doubletake.admin": "admins" } as const;
/** Heaps are out of everybody's reach, each in its own chunk. */
const FAR = 1000;
const CHUNK = 16;

/** A real server for the platform contract. It outlives a test; `close` removes what a test brought in. */
export class ContractGame {
  static #heaps = 0;
  readonly #harness: SquidHarness;
  readonly #game: Game;
  readonly #platform: FlyingSquidPlatform;
  readonly #bots = new Map<string, Bot>();
  #markers = 0;

  constructor(harness: SquidHarness, game: Game, platform: FlyingSquidPlatform) {
    this.#harness = harness;
    this.#game = game;
    this.#platform = platform;
  }

  asGame(): GameUnderTest {
    return {
      platform: this.#platform,
      join: (name, permissions) => this.#join(name, permissions ?? []),
      leave: (player) => this.#leave(player),
      put: async (player, stack) => void (player as FlyingSquidPlayer).putAway(this.#stack(stack)),
      empty: async (player) => this.#empty(player as FlyingSquidPlayer),
      container: async (...stacks) => this.#heap(stacks),
      drop: async (stack) => this.#heap([stack]),
      tick: () => this.#tick(),
      heard: ({ name }) => this.#bots.get(name)!.heard,
      stand: ({ name }) => this.#roundTrip(name),
      type: ({ name }, line) => this.#type(name, line),
    };
  }

  async close(): Promise<void> {
    for (const entity of Object.values(this.#harness.serv.entities)) {
      if (this.#game.ground.stackOf(entity)) this.#game.ground.pickUp(entity);
    }
    await this.#harness.leaveAll();
  }

  async #join(name: string, permissions: readonly Permission[]): Promise<Player> {
    const lines = permissions.map((permission) => `${LISTS[permission]}: [${name}]`);
    if (lines.length > 0) writeFileSync(join(this.#harness.dir, "permissions.yml"), `${lines.join("\n")}\n`);
    const bot = await this.#harness.join(name);
    this.#bots.set(name, bot);
    const player = await until(name, () => [...this.#platform.players()].find((candidate) => candidate.name === name));
    this.#empty(player);
    return player;
  }

  async #leave({ name }: Player): Promise<void> {
    await this.#harness.leave(this.#bots.get(name)!);
    this.#bots.delete(name);
  }

  #empty({ host }: FlyingSquidPlayer): void {
    for (const slot of host.inventory.slots.keys()) host.inventory.updateSlot(slot, null);
  }

  #heap(stacks: readonly NewStack[]): string {
    const { serv, ground } = this.#game;
    const position = new Vec3(FAR + CHUNK * ContractGame.#heaps++, GROUND, 8);
    for (const stack of stacks) ground.drop(this.#stack(stack), { world: serv.overworld!, position });
    return groundPlace({ world: "world", x: position.x, y: position.y, z: position.z });
  }

  #stack(stack: NewStack): SquidStack {
    return newStack(this.#game.items, stack, this.#harness.version);
  }

  /** Ends a tick, and waits until everything that was sent has arrived. */
  async #tick(): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = this.#platform.onTick(() => {
        end();
        resolve();
      });
    });
    for (const [name, bot] of this.#bots) {
      const marker = `marker ${++this.#markers}`;
      this.#harness.player(name).chat(marker);
      await bot.hears(new RegExp(`^${marker}$`));
    }
  }

  async #type(name: string, line: string): Promise<void> {
    this.#bots.get(name)!.say(line);
    await this.#roundTrip(name);
  }

  /** The server handles what a client sends in order. When it has answered this, it has handled the line before it. */
  async #roundTrip(name: string): Promise<void> {
    const bot = this.#bots.get(name)!;
    const before = bot.heard.length;
    bot.say("/version");
    await until("an answer", () => bot.heard.slice(before).some((line) => line.includes("running flying-squid")));
  }
}

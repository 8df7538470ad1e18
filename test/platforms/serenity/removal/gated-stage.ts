import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import type { Sword } from "./armoury.ts";
import type { answers } from "./gated-child.ts";
import type { DeadlyStep, GatedStep } from "./steps.ts";

type Answers = typeof answers;

/** A stage on which Doubletake can be held up at any step of what it does about one sword. */
export class GatedStage {
  readonly stage: Stage;
  #sites = 0;

  private constructor(stage: Stage) {
    this.stage = stage;
  }

  static async open(): Promise<GatedStage> {
    const child = new URL("./gated-child.ts", import.meta.url).href;
    return new GatedStage(await Stage.open(true, { child }));
  }

  /** A site for one scenario. */
  nextSite(): number {
    return this.#sites++;
  }

  async closeGate({ id }: Sword, step: GatedStep): Promise<void> {
    await this.#ask("closeGate", id, step);
  }

  async openGate({ id }: Sword, step: GatedStep): Promise<void> {
    await this.#ask("openGate", id, step);
  }

  async atGate({ id, mark }: Sword, step: GatedStep): Promise<void> {
    await until(`${mark} at the step ${step}`, () => this.#ask("isAtGate", id, step));
  }

  async dieIn({ id }: Sword, step: DeadlyStep): Promise<void> {
    await this.#ask("dieIn", id, step);
  }

  /** Waits until the process has killed itself. */
  async died(): Promise<void> {
    await until("the end of the server", () => !this.stage.server.isRunning);
  }

  async #ask<K extends keyof Answers>(
    name: K,
    ...args: Parameters<Answers[K]>
  ): Promise<Awaited<ReturnType<Answers[K]>>> {
    return (await this.stage.server.ask(name, ...args)) as Awaited<ReturnType<Answers[K]>>;
  }
}

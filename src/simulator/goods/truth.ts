import type { PlaceKey } from "../../core/index.ts";
import type { Material } from "./materials.ts";

/** Goods that came from nowhere, and whose gain that is: the player in whose hands or handled container they were first. */
export interface Growth {
  readonly tick: number;
  readonly kind: string;
  readonly playerId: string;
  readonly material: Material;
  readonly amount: number;
  /** False when nothing that was reported names the player: then it is nobody's, as far as anybody can know. */
  readonly isAttributable: boolean;
  /** The container it was in first; missing when it was in somebody's hands. */
  readonly container?: PlaceKey;
}

interface Loss {
  readonly tick: number;
  readonly count: number;
}

/** What really happened to goods. */
export class GoodsTruth {
  tick = 0;
  readonly growths: Growth[] = [];
  /** The server went down, or a world without its last minutes came back. */
  readonly breaks: number[] = [];
  readonly #handlers = new Map<PlaceKey, { readonly tick: number; readonly playerId: string }>();
  readonly #shared = new Set<string>();
  readonly #losses = new Map<Material, Loss[]>();
  readonly #unseenComings = new Map<string, number[]>();

  grew(growth: Omit<Growth, "tick">): void {
    if (growth.amount > 0) this.growths.push({ ...growth, tick: this.tick });
  }

  /**
   * Goods left a place and nothing said so in time. Whoever gained as much at about that time may have got just these: no
   * observer can tell.
   */
  lostUnseen(material: Material, count: number): void {
    const losses = this.#losses.get(material) ?? [];
    losses.push({ tick: this.tick, count });
    this.#losses.set(material, losses);
  }

  /** A player handled a place. */
  handled(place: PlaceKey, playerId: string): void {
    const last = this.#handlers.get(place);
    if (last?.tick === this.tick && last.playerId !== playerId) this.#shared.add(`${this.tick} ${place}`);
    else this.#handlers.set(place, { tick: this.tick, playerId });
  }

  /** True when several players handled a place in that tick: nobody can tell who let it grow. */
  wasShared(place: PlaceKey, tick: number): boolean {
    return this.#shared.has(`${tick} ${place}`);
  }

  /** A player came or went, and nothing said so in time. */
  cameOrWentUnseen(playerId: string): void {
    const ticks = this.#unseenComings.get(playerId) ?? [];
    ticks.push(this.tick);
    this.#unseenComings.set(playerId, ticks);
  }

  /** True when what a player held, or all that anybody knew, was out of sight for a moment in between. */
  wasOutOfSight(playerId: string, from: number, to: number): boolean {
    const ticks = [...this.breaks, ...(this.#unseenComings.get(playerId) ?? [])];
    return ticks.some((tick) => tick >= from && tick <= to);
  }

  /** How much left unseen from one tick to another, both included. */
  unseenBetween(material: Material, from: number, to: number): number {
    let sum = 0;
    for (const { tick, count } of this.#losses.get(material) ?? []) if (tick >= from && tick <= to) sum += count;
    return sum;
  }
}

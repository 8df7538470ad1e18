import { InvariantError } from "../truth/invariant-error.ts";
import type { Account } from "./account.ts";
import type { Chunk } from "./chunk.ts";
import type { Slots } from "./slots.ts";
import { isAsSaved, type Snapshot, savedSlots, takeSnapshot } from "./snapshot.ts";
import type { World } from "./world.ts";

type Unit = Chunk | Account | Slots;

/** Versions of one save unit: the last that all units share, and a newer one that only it has. */
interface Versions {
  common: Snapshot | undefined;
  own: Snapshot | undefined;
}

/** What was written to disk, unit by unit, each with its own version. */
export class Saves {
  readonly #world: World;
  readonly #versions = new Map<Unit, Versions>();
  #version = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Writes every unit at one moment. */
  saveAll(): void {
    for (const unit of this.#units()) this.#of(unit).own = undefined;
    for (const unit of this.#units()) this.#of(unit).common = this.#snapshot(unit);
  }

  /** Writes one unit by itself, as a quit or an unload does. */
  save(unit: Unit): void {
    this.#of(unit).own = this.#snapshot(unit);
  }

  /**
   * Puts everything back to what was written: all units to the last common save, or the units of one kind to their own newer
   * version. Nothing may be loaded. Only within `truth.rollback` or `truth.duplication`.
   */
  restore(newer: "players" | "chunks" | undefined): void {
    const chosen = new Map<Unit, Snapshot | undefined>();
    for (const unit of this.#units()) {
      const { common, own } = this.#of(unit);
      chosen.set(unit, newer !== undefined && kindOf(unit) === newer ? (own ?? common) : common);
    }
    for (const unit of chosen.keys()) this.#empty(unit);
    for (const [unit, snapshot] of chosen) this.#fill(unit, snapshot);
  }

  forget(chunk: Chunk): void {
    this.#versions.delete(chunk);
  }

  *#units(): Generator<Unit> {
    yield* this.#world.chunks.values();
    for (const account of this.#world.accounts.values()) if (!account.isSynced) yield account;
    for (const store of this.#world.stores.values()) if (!store.isReserved) yield store;
  }

  #of(unit: Unit): Versions {
    let versions = this.#versions.get(unit);
    if (versions === undefined) {
      versions = { common: undefined, own: undefined };
      this.#versions.set(unit, versions);
    }
    return versions;
  }

  #snapshot(unit: Unit): Snapshot {
    const snapshot = takeSnapshot(++this.#version, this.#world.tick, holdersOf(unit));
    // If a session took the account over, its slots are what must be stored: an older one only shows the same items.
    const newest = "ender" in unit ? [...this.#world.sessions].findLast(({ account }) => account === unit) : undefined;
    if ("ender" in unit && newest !== undefined) snapshot.slots.set(unit.slots, savedSlots(newest.slots));
    return snapshot;
  }

  #empty(unit: Unit): void {
    for (const holder of holdersOf(unit)) for (const stack of holder.stacks()) this.#world.items.end(stack);
  }

  #fill(unit: Unit, snapshot: Snapshot | undefined): void {
    if (isChunk(unit)) {
      unit.blocks.clear();
      unit.entities.clear();
      if (snapshot === undefined) this.#world.dropChunk(unit);
    }
    for (const [holder, saved] of snapshot?.slots ?? []) {
      if (isChunk(unit) && holder.kind === "block") unit.blocks.set(holder.place, holder);
      if (isChunk(unit) && holder.kind === "entity") {
        unit.entities.set(holder.place, holder);
        this.#world.goneEntities.delete(holder.place);
      }
      this.#world.items.fill(holder, saved);
      if (holder.kind === "ground") for (const stack of holder.stacks()) stack.entity = `item-${this.#world.fresh()}`;
      if (!isAsSaved(holder, saved)) throw new InvariantError(9, `${holder.place} was not loaded as it was saved`);
    }
  }
}

function isChunk(unit: Unit): unit is Chunk {
  return "blocks" in unit;
}

function kindOf(unit: Unit): "players" | "chunks" | "stores" {
  return isChunk(unit) ? "chunks" : "ender" in unit ? "players" : "stores";
}

function holdersOf(unit: Unit): Iterable<Slots> {
  if (isChunk(unit)) return [...unit.slots(), unit.placed];
  return "ender" in unit ? [unit.slots, unit.ender] : [unit];
}

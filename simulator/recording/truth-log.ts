import type { RunParts } from "../run.ts";
import type { Lineage } from "../truth/lineage.ts";
import type { Watch } from "../truth/watch.ts";
import type { Stack } from "../world/stack.ts";
import type { LineFile } from "./line-file.ts";

/**
 * Writes down what is true: instances as they come and go, sanctioned copies, resurrections and epochs; and at the end every
 * duplication, when each id was in which state, and what had to be said about contested cases.
 */
export class TruthLog {
  readonly #parts: RunParts;
  readonly #file: LineFile;
  readonly #watched = new Set<Lineage>();
  #epochTick = -1;

  constructor(parts: RunParts, file: LineFile) {
    this.#parts = parts;
    this.#file = file;
    parts.truth.witness = {
      born: (stack) => this.#born(stack),
      ended: ({ instance }) => this.#write({ kind: "ended", instance }),
      sanctioned: (copy, original) =>
        this.#write({ kind: "meant", instance: copy.instance, original: original.instance }),
      resurrected: ({ number }) => this.#write({ kind: "resurrected", lineage: number }),
    };
  }

  /** Called after every tick end. */
  tickEnd(): void {
    const { truth } = this.#parts;
    for (const lineage of truth.watched) this.#watched.add(lineage);
    if (truth.epochTick === this.#epochTick) return;
    this.#epochTick = truth.epochTick;
    this.#write({ kind: "epoch" });
  }

  /** Called after the last tick end. */
  close(): void {
    const { truth, scorer } = this.#parts;
    const idOf = new Map([...truth.owners].flatMap(([id, owners]) => owners.map((lineage) => [lineage, id] as const)));
    for (const { lineages, dueLineage: _, ...event } of truth.events) {
      this.#file.write({ kind: "duplication", ...event, ids: lineages.map((lineage) => idOf.get(lineage)) });
    }
    for (const lineage of this.#watched) {
      const id = idOf.get(lineage);
      for (const interval of intervalsOf(lineage.watch!)) this.#file.write({ kind: "interval", id, ...interval });
    }
    for (const { lineage, ...expected } of scorer.contested.expected()) {
      this.#file.write({ kind: "contested", id: idOf.get(lineage), ...expected });
    }
  }

  #born({ instance, lineage, material }: Stack): void {
    this.#write({ kind: "born", instance, lineage: lineage?.number, material: material.name });
  }

  #write(line: object): void {
    this.#file.write({ tick: this.#parts.truth.tick, ...line });
  }
}

/** The states in order. `until` is the tick end at which the next begins; the last state has none. */
function* intervalsOf({ log }: Watch): Generator<{ state: string; from: number; until?: number }> {
  let from = log[0]?.tick ?? 0;
  let state = log[0]?.state;
  for (const entry of log) {
    if (entry.state === state) continue;
    yield { state: state!, from, until: entry.tick };
    from = entry.tick;
    state = entry.state;
  }
  if (state !== undefined) yield { state, from };
}

import type { DetectorVerdict } from "../detectors/detector.ts";
import type { Fate, SimEvent } from "../faults/sim-event.ts";
import type { Knobs } from "../knobs.ts";
import { TICK_MS } from "../knobs.ts";
import type { SimOptions } from "../options.ts";
import { type RunParts, run } from "../run.ts";
import { rootOf, withContents } from "../world/stack.ts";

/** Tells what happened to one id, step by step, with what each detector was told and said. */
export async function trace(options: SimOptions, knobs: Knobs, itemId: string): Promise<string> {
  const chapters: string[] = [];
  for (const detector of options.detectors) {
    const diary = new Diary(itemId);
    await run({
      knobs,
      seed: options.seed,
      acts: options.acts,
      detector,
      onReady: (parts) => diary.open(parts),
      onTickEnd: (verdicts) => diary.tickEnd(verdicts),
    });
    const lines = diary.lines.length === 0 ? ["this id never existed in this run"] : diary.lines;
    chapters.push(`${itemId} with ${detector}`, ...lines.map((line) => `  ${line}`), "");
  }
  return chapters.join("\n");
}

/** Writes down everything that concerns one id. */
class Diary {
  readonly lines: string[] = [];
  readonly #itemId: string;
  #parts!: RunParts;
  #places = "";
  #state = "";
  #eventsKnown = 0;

  constructor(itemId: string) {
    this.#itemId = itemId;
  }

  open(parts: RunParts): void {
    this.#parts = parts;
    parts.channel.onEvent = (event, fate) => this.#event(event, fate);
  }

  tickEnd(verdicts: readonly DetectorVerdict[]): void {
    this.#duplications();
    this.#placements();
    for (const { type, itemIds, copies, caseNumber } of verdicts) {
      if (!itemIds.includes(this.#itemId)) continue;
      const cited = copies.filter(({ itemId }) => itemId === this.#itemId);
      const where = cited.map(({ place, slot, location, tick }) => `${place || location}[${slot ?? "?"}] at ${tick}`);
      this.#write(`SAID  ${type} (case ${caseNumber}): ${where.join("; ") || "no copies cited"}`);
    }
  }

  #event({ kind, action, name, session, slots, touched, stack, isCancelled }: SimEvent, fate: Fate): void {
    const involves = [...(stack ? [stack] : []), ...(slots?.stacks() ?? [])];
    if (!involves.some((top) => [...withContents(top)].some(({ tag }) => tag === this.#itemId))) return;
    const by = session ? ` by ${session.account.name}` : "";
    const at = slots ? ` at ${slots.place}` : "";
    const also = touched && touched.length > 0 ? ` touching ${touched.map(({ place }) => place).join(", ")}` : "";
    this.#write(`event ${kind} ${name ?? action}${by}${at}${also}${isCancelled ? ", cancelled" : ""}: ${fate}`);
  }

  #duplications(): void {
    const { events } = this.#parts.truth;
    for (; this.#eventsKnown < events.length; this.#eventsKnown++) {
      const { family, how, lineages, number } = events[this.#eventsKnown]!;
      if (lineages.some((lineage) => this.#owners().includes(lineage)))
        this.#write(`TRUTH duplication ${number}, ${family}: ${how}`);
    }
  }

  #placements(): void {
    const places = this.#owners().flatMap((lineage) =>
      lineage.instances.map((stack) => {
        const found = rootOf(stack);
        if (found === undefined) return `instance ${stack.instance} in flight`;
        const where = `${found.root.place || found.root.kind}[${found.slot}]`;
        return `instance ${stack.instance} of ${lineage.number}${stack.count > 1 ? ` x${stack.count}` : ""} ${where}${found.root.isLit ? "" : " (dark)"}`;
      }),
    );
    const text = places.join("; ") || "nowhere";
    const state = this.#owners()
      .map((lineage) => lineage.watch?.state ?? (lineage.weight > 0 ? "S" : "Z"))
      .join(" ");
    if (this.#owners().length === 0 || (text === this.#places && state === this.#state)) return;
    this.#places = text;
    this.#state = state;
    this.#write(`is    ${state}: ${text}`);
  }

  #owners() {
    return this.#parts.truth.owners.get(this.#itemId) ?? [];
  }

  #write(text: string): void {
    const { tick } = this.#parts.truth;
    this.lines.push(`${String(tick).padStart(7)} ${((tick * TICK_MS) / 1000).toFixed(2).padStart(9)}s  ${text}`);
  }
}

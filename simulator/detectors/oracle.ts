import { SLACK_TICKS } from "../truth/limits.ts";
import type { Lineage } from "../truth/lineage.ts";
import type { Detector, DetectorHost, DetectorVerdict } from "./detector.ts";
import { seeCopies } from "./see-copies.ts";

/** Gives every item its id at once, reads the truth and says it. A perfect detector shows that the scale goes up to 100. */
export class OracleDetector implements Detector {
  readonly #host: DetectorHost;
  readonly #proven = new Set<Lineage>();
  readonly #suspected = new Set<Lineage>();
  #verdicts: DetectorVerdict[] = [];

  constructor(host: DetectorHost) {
    this.#host = host;
    this.#listen();
  }

  verdicts(): DetectorVerdict[] {
    return this.#verdicts.splice(0);
  }

  async restart(): Promise<void> {
    this.#listen();
  }

  #listen(): void {
    const { platform, newId } = this.#host;
    this.#host.platform.onTick(() => {
      for (const place of this.#host.changedPlaces()) seeCopies(platform, place, newId);
      for (const lineage of this.#host.truth.watched) this.#judge(lineage);
    });
  }

  #judge(lineage: Lineage): void {
    const watch = lineage.watch!;
    const { tick, limits } = this.#host.truth;
    if (watch.state === "S") {
      this.#proven.delete(lineage);
      this.#suspected.delete(lineage);
    } else if (watch.state === "D-" && !this.#suspected.has(lineage)) {
      this.#suspected.add(lineage);
      this.#say("DUPLICATE_SUSPECTED", lineage, tick);
    } else if (watch.state === "D+" && !this.#proven.has(lineage)) {
      const isConfirmed = watch.touchedAt >= 0 && tick >= watch.touchedAt + limits.graceTicks;
      if (!isConfirmed && tick < watch.plusSince + limits.sweepTicks + limits.graceTicks + SLACK_TICKS) return;
      this.#proven.add(lineage);
      this.#say("DUPLICATE_ITEM", lineage, tick);
    }
  }

  #say(type: DetectorVerdict["type"], lineage: Lineage, tick: number): void {
    const itemId = lineage.instances.find(({ tag }) => tag !== undefined)?.tag ?? "";
    // Sanctioned copies keep the same id here, because nobody gives them another.
    const owners = this.#host.truth.owners.get(itemId) ?? [];
    const lit = owners.flatMap(({ watch }) => watch?.placements ?? []).filter(({ isLit }) => isLit);
    const copies = lit.map(({ place, slot }) => ({ itemId, place, slot, tick }));
    this.#verdicts.push({ type, itemIds: [itemId], copies, caseNumber: 0 });
  }
}

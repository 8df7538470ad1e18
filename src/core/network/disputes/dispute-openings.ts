import type { Opener } from "../../judging/verdict.ts";
import type { Copy } from "../../looking/look.ts";
import { materialName } from "../../model/material.ts";
import type { Dispute } from "../../model/network-questions.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { Custody, Store } from "../../store.ts";
import type { DisputeLooks } from "./dispute-looks.ts";

/** Disputes that are opened at one tick end. */
const OPENED_PER_TICK = 16;

/** An item that is here while another server has custody. */
export interface FoundHere {
  readonly itemId: string;
  readonly custody: Custody;
  readonly opener: Opener | undefined;
}

interface DisputeOpeningsParts {
  readonly recorder: Recorder;
  readonly looks: DisputeLooks;
  readonly copiesOf: (itemId: string) => readonly Copy[];
  /** True when the item is disputed already. */
  readonly isDisputed: (itemId: string) => boolean;
  readonly onOpened: (dispute: Dispute, finding: FoundHere) => void;
  /** Custody has moved on meanwhile. The row of the item that is here tells where to. */
  readonly onNothingToDispute: (itemId: string) => void;
}

/** Opens disputes about items that were found here while another server has custody. */
export class DisputeOpenings {
  readonly #parts: DisputeOpeningsParts;
  readonly #findings = new Map<string, FoundHere>();
  /** Openings that are under way, by item. */
  readonly #underWay = new Set<string>();

  constructor(parts: DisputeOpeningsParts) {
    this.#parts = parts;
  }

  /** True if a dispute about the item is about to be opened, or is being opened. */
  isAbout(itemId: string): boolean {
    return this.#findings.has(itemId) || this.#underWay.has(itemId);
  }

  /** A dispute about the item is opened at one of the next tick ends. */
  openLater(finding: FoundHere): void {
    this.#findings.set(finding.itemId, finding);
  }

  /** Opens the next ones in turn. Called at a tick end. */
  openNext(store: Store): void {
    const { copiesOf, isDisputed } = this.#parts;
    let opened = 0;
    for (const [itemId, finding] of this.#findings) {
      if (opened++ === OPENED_PER_TICK) return;
      this.#findings.delete(itemId);
      const [copy] = copiesOf(itemId);
      if (copy === undefined || isDisputed(itemId) || this.#underWay.has(itemId)) continue;
      this.#openOne(finding, copy, store);
    }
  }

  #openOne(finding: FoundHere, copy: Copy, store: Store): void {
    const { recorder, looks, onOpened, onNothingToDispute } = this.#parts;
    const { itemId, custody } = finding;
    const [token, seen] = [looks.tokenOf(copy), looks.evidenceOf(copy)];
    const material = materialName(copy.item.material);
    this.#underWay.add(itemId);
    recorder.flushNow();
    const { version: custodyVersion, server: holder } = custody;
    store.openDispute({ itemId, material, custodyVersion, seen, token, holder }).then(
      (dispute) => {
        this.#underWay.delete(itemId);
        if (dispute !== undefined) onOpened(dispute, finding);
        else onNothingToDispute(itemId);
      },
      () => {
        this.#underWay.delete(itemId);
        if (!this.#findings.has(itemId)) this.#findings.set(itemId, finding);
      },
    );
  }
}

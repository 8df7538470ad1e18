import type { VisibleCopies } from "../judging/visible-copies.ts";
import { whereIs } from "../model/seen-copy.ts";
import type { CaseRecord, QuarantinedItem, Store } from "../store.ts";
import type { Cases } from "./filing/cases.ts";
import { type HeldFilter, isHeldSince, type RestoreOutcome, type Restoring } from "./quarantine/restoring.ts";
import type { Removal } from "./removal/removal.ts";
import type { CopiesElsewhere } from "./removal/removal-plans.ts";

/** Open cases that are searched for those about a copied world. */
const MAX_OPEN_CASES = 1000;

interface StaffActsParts {
  readonly cases: Cases;
  readonly removal: Removal;
  readonly restoring: Restoring;
  readonly visibleCopies: VisibleCopies;
  /** Absent when the server has the store to itself. */
  readonly network: CopiesElsewhere | undefined;
  /** Staff say that nothing is wrong with the item. */
  readonly onDismissed: (itemId: string) => void;
  /** For questions; throws while it is still opening. */
  readonly store: () => Store;
}

/** What staff do about cases, by command or form. Each act goes on record with its case. */
export class StaffActs {
  readonly #parts: StaffActsParts;

  constructor(parts: StaffActsParts) {
    this.#parts = parts;
  }

  /** Staff's verdict. `undefined` when there is no such case. */
  confirm(number: number, by: string, reason = ""): Promise<CaseRecord | undefined> {
    return this.#parts.cases.addAct(number, { act: "confirm", by, note: reason }, "confirmed");
  }

  async dismiss(number: number, by: string, reason = ""): Promise<CaseRecord | undefined> {
    const record = await this.#parts.cases.addAct(number, { act: "dismiss", by, note: reason }, "dismissed");
    for (const itemId of record?.itemIds ?? []) this.#parts.onDismissed(itemId);
    return record;
  }

  /** Opens a decided case again: new findings of its items join it. Staff are not told again. */
  reopen(number: number, by: string, reason = ""): Promise<CaseRecord | undefined> {
    return this.#parts.cases.addAct(number, { act: "reopen", by, note: reason }, "open");
  }

  /**
   * Takes away the visible extra copies of a case's ids, whatever `auto-remove-duplicates` says. Resolves with the number of ids that had
   * extra copies. If none had, nothing is done and nothing goes on record.
   */
  async remove(number: number, by: string): Promise<number | undefined> {
    const record = await this.#parts.cases.find(number);
    if (record === undefined) return undefined;
    const extra = this.#idsWithExtraCopies(record);
    if (extra.length === 0) return 0;
    await this.#parts.cases.addAct(number, { act: "remove", by, note: "" });
    for (const itemId of extra)
      this.#parts.removal.orderRemoval(itemId, { caseNumber: number, seen: [], isByStaff: true });
    return extra.length;
  }

  /** `note` goes on record with the act, e.g. the name of the player who gets the items. */
  async restore(
    number: number,
    by: string,
    toPlayerId: string | undefined,
    note = "",
  ): Promise<RestoreOutcome | undefined> {
    const record = await this.#parts.cases.addAct(number, { act: "restore", by, note });
    return record && this.#parts.restoring.restore(number, toPlayerId);
  }

  /** What `restoreSince` would give back. */
  async heldSince(filter: HeldFilter): Promise<readonly QuarantinedItem[]> {
    const store = this.#parts.store();
    const taking = await store.quarantined({ state: "taking" });
    return [...(await store.quarantined({ state: "held" })), ...taking].filter(isHeldSince(filter));
  }

  /** Gives everything that passes the filter back to the players it was taken from, case by case. */
  async restoreSince(filter: HeldFilter, by: string): Promise<Omit<RestoreOutcome, "alreadyReturned">> {
    const held = await this.heldSince(filter);
    const returning: QuarantinedItem[] = [];
    let [withoutHolder, undecided] = [0, 0];
    for (const number of new Set(held.map(({ caseNumber }) => caseNumber))) {
      await this.#parts.cases.addAct(number, { act: "restore", by, note: "" });
      const outcome = await this.#parts.restoring.restore(number, undefined, isHeldSince(filter));
      returning.push(...outcome.returning);
      withoutHolder += outcome.withoutHolder;
      undecided += outcome.undecided;
    }
    return { returning, withoutHolder, undecided };
  }

  /** Staff gave an item a fresh id: that goes on record if it is part of an open case. Resolves with the case's number. */
  async recordReissue(itemId: string, freshId: string, by: string): Promise<number | undefined> {
    const number = this.#parts.cases.openNumberOf(itemId);
    if (number === undefined || number === 0) return undefined;
    await this.#parts.cases.addAct(number, { act: "reissue", by, note: `${itemId} → ${freshId}` });
    return number;
  }

  /** Staff gave the items of a copied world fresh ids, so that only the original has the old ones. Closes the cases about it. */
  async recordWorldReissue(server: string, count: number, by: string): Promise<void> {
    const open = await this.#parts.store().cases({ status: "open" }, { offset: 0, limit: MAX_OPEN_CASES });
    const about = open.filter(
      ({ cause, copies }) => cause === "copied-world" && copies.some((copy) => whereIs(copy).server === server),
    );
    for (const { number } of about)
      await this.#parts.cases.addAct(number, { act: "reissue", by, note: String(count) }, "closed");
  }

  /** The number of the open case that an id belongs to; `undefined` when there is none, 0 while it has no number. */
  openNumberOf(itemId: string): number | undefined {
    return this.#parts.cases.openNumberOf(itemId);
  }

  #idsWithExtraCopies({ itemIds }: CaseRecord): string[] {
    const { visibleCopies, network } = this.#parts;
    return visibleCopies.inOneLook(() =>
      itemIds.filter((itemId) => {
        const copies = visibleCopies.copiesOf(itemId);
        const isKept = copies.length > 0 && (network?.removalConsent.copyElsewhere(itemId) ?? "none") !== "none";
        return copies.length > 1 || copies.some(({ item }) => item.count > 1) || isKept;
      }),
    );
  }
}

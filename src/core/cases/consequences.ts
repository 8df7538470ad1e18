import type { Alerts, ThisServer } from "../alerts/alerts.ts";
import type { Listeners } from "../alerts/listeners.ts";
import { tellWatchers } from "../alerts/tell-watchers.ts";
import type { Config } from "../config/settings.ts";
import type { Holders } from "../judging/custody/holders.ts";
import { countItems } from "../judging/evidence.ts";
import type { JudgingGroup } from "../judging/make-judging.ts";
import type { Verdict } from "../judging/verdict.ts";
import type { Copy, Look } from "../looking/look.ts";
import { withoutColours } from "../messages/colours.ts";
import type { Messages } from "../messages/messages.ts";
import type { Log } from "../model/log.ts";
import { onAnotherServer, type PlaceKey } from "../model/place.ts";
import { whereIs } from "../model/seen-copy.ts";
import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { RetriedWrites } from "../recording/retried-writes.ts";
import type { CaseRecord, Store } from "../store.ts";
import { Tricks } from "../story/tricks.ts";
import type { NewId } from "../tagging/item-tag.ts";
import type { GameClock } from "../time/game-clock.ts";
import { SERVICE } from "./filing/case-record.ts";
import { Cases, type StoredOpenCases } from "./filing/cases.ts";
import { runOnProven } from "./on-proven.ts";
import { DoubtNotes } from "./quarantine/doubt-notes.ts";
import { QuarantineCheck } from "./quarantine/quarantine-check.ts";
import { Restoring } from "./quarantine/restoring.ts";
import { ReturnCheck } from "./quarantine/return-check.ts";
import { Removal } from "./removal/removal.ts";
import { RemovalBrake } from "./removal/removal-brake.ts";
import { RemovalNotices } from "./removal/removal-notices.ts";
import type { CopiesElsewhere, HeldBack } from "./removal/removal-plans.ts";
import { StaffActs } from "./staff-acts.ts";
import { StaffGreeting } from "./staff-greeting.ts";
import { StoredHolders } from "./stored-holders.ts";

/** Whether it is known what players have who came from another server. */
interface PlayersKnown {
  isProvisional(place: PlaceKey): boolean;
  isAnybodyUnknownSince(tick: number): boolean;
}

interface ConsequencesParts {
  readonly platform: Platform;
  readonly config: Config;
  readonly messages: Messages;
  readonly clock: GameClock;
  readonly log: Log;
  readonly newId: NewId;
  readonly recorder: Recorder;
  /** Keeps writes that the store refuses, and retries them. */
  readonly writes: RetriedWrites;
  readonly holders: Holders;
  readonly alerts: Alerts;
  readonly listeners: Listeners;
  readonly judging: JudgingGroup;
  readonly server: ThisServer;
  /** Absent when the server has the store to itself. */
  readonly network: (CopiesElsewhere & PlayersKnown) | undefined;
  /** For questions; throws while it is still opening. */
  readonly store: () => Store;
  /** Something was put into this player's hands. */
  readonly onGiven: (place: PlaceKey) => void;
}

/** Everything that follows a verdict: the case, the removal, quarantine, and the way back out of it. */
export class Consequences {
  /** Which cases are one trick. */
  readonly tricks = new Tricks();
  /** Whether extra copies are removed automatically. */
  readonly brake: RemovalBrake;
  readonly staff: StaffActs;
  readonly #parts: ConsequencesParts;
  readonly #cases: Cases;
  readonly #removalNotices: RemovalNotices;
  readonly #removal: Removal;
  readonly #restoring: Restoring;
  readonly #quarantineCheck: QuarantineCheck;
  readonly #returnCheck: ReturnCheck;
  readonly #doubtNotes: DoubtNotes;
  readonly #greeting: StaffGreeting;
  #doubtfulPlaces: readonly PlaceKey[] = [];
  /**
   * By the id of a contested or proven verdict: the account that acted on the item. A player who was merely seen with it is not in here.
   */
  readonly #actorOn = new Map<string, string>();

  constructor(parts: ConsequencesParts) {
    this.#parts = parts;
    const { alerts, listeners, clock, log, writes } = parts;
    const { itemReports, presence, judge, unprocessed, visibleCopies, claims } = parts.judging;
    const onFiled = (record: CaseRecord, itemIds: readonly string[]) => this.#onFiled(record, itemIds);
    const storedHolders = new StoredHolders(parts.holders);
    this.#removalNotices = new RemovalNotices(parts);
    const onDismissed = (itemId: string) => parts.judging.absentOwners.closeClaims(itemId);
    this.#cases = new Cases({
      alerts,
      listeners,
      clock,
      log,
      writes,
      storedHolders,
      tricks: this.tricks,
      onFiled,
      onDismissedElsewhere: onDismissed,
    });
    this.brake = new RemovalBrake(parts);
    this.#removal = new Removal({
      ...parts,
      unprocessed,
      visibleCopies,
      brake: this.brake,
      storedHolders,
      removalNotices: this.#removalNotices,
      onTaken: ({ caseNumber, itemId }) =>
        this.#cases.addServiceAct(caseNumber, { act: "remove", by: SERVICE, note: itemId }),
      onDecided: (itemId) => parts.judging.endDoubt(itemId),
      onHeldBack: (held) => this.#onHeldBack(held),
    });
    this.#restoring = new Restoring({
      ...parts,
      itemReports,
      presence,
      visibleCopies,
      onReturned: ({ caseNumber, freshId }) =>
        this.#cases.addServiceAct(caseNumber, { act: "restore", by: SERVICE, note: freshId }),
      isProvisional: (place) => parts.network?.isProvisional(place) === true,
      isUndecided: (entry) => this.#quarantineCheck.isDoubtful(entry),
      isVoid: (entry) => this.#quarantineCheck.isVoid(entry),
    });
    this.#quarantineCheck = new QuarantineCheck({
      log,
      writes,
      isAwaited: (itemId) => judge.isAwaited(itemId) || claims.of(itemId).some(({ kind }) => kind === "pending"),
      isPresent: (itemId) => presence.has(itemId),
      onBack: (itemId) => this.#cases.noteCameBack(itemId),
      onDecided: () => this.#doubtNotes.noteNow(),
    });
    this.staff = new StaffActs({
      cases: this.#cases,
      removal: this.#removal,
      restoring: this.#restoring,
      visibleCopies,
      network: parts.network,
      onDismissed,
      store: parts.store,
    });
    this.#greeting = new StaffGreeting({
      ...parts,
      openCases: () => this.#cases.openCount,
      isStopped: () => this.brake.state.kind === "staff" || this.brake.state.kind === "limit",
    });
    this.#returnCheck = new ReturnCheck({
      log,
      writes,
      clock,
      sendAgain: (entry) => this.#restoring.send(entry),
      isVoid: (entry) => this.#quarantineCheck.isVoid(entry),
      travels: parts.config.network.playerData === "shared",
      isPresent: (itemId) => presence.has(itemId),
      isAnybodyUnknownSince: (tick) => parts.network?.isAnybodyUnknownSince(tick) === true,
    });
    const doubtful = () => ({ taken: this.#quarantineCheck.doubtful, given: this.#returnCheck.doubtful });
    this.#doubtNotes = new DoubtNotes({ clock, writes, log, doubtful });
  }

  /**
   * `doubtSinceMs`: after an unclean stop, what went into or out of quarantine since then may disagree with the world. Resolves when it is on
   * record which entries these are. `crashedRunMs`: when the last run began, if it did not stop cleanly.
   */
  async connect(
    store: Store,
    openCases: StoredOpenCases,
    doubtSinceMs: number | undefined,
    crashedRunMs: number | undefined,
  ): Promise<void> {
    await this.brake.connect(store);
    this.#cases.connect(store, openCases);
    // Nothing waits for this. Until it is read, only tricks since this start are counted.
    this.tricks
      .read(store)
      .catch((error: unknown) => this.#parts.log.warn(`Tricks of earlier runs are not counted: ${error}`));
    this.#greeting.connect();
    this.#removalNotices.connect(store);
    // Doubtful entries must be known before anything is handed over.
    const copiesOf = (itemIds: ReadonlySet<string>) => this.#cases.copiesOf(itemIds);
    const noted = await this.#doubtNotes.read(store);
    await this.#quarantineCheck.connect(store, doubtSinceMs, crashedRunMs, copiesOf, noted.taken);
    this.#restoring.connect(store);
    await this.#returnCheck.connect(store, doubtSinceMs, noted.given);
    await this.#doubtNotes.write(store);
    this.#doubtfulPlaces = [...this.#quarantineCheck.doubtfulPlaces, ...this.#returnCheck.doubtfulPlaces];
  }

  /** Called when everything that earlier runs left open is known: then it is known which copy was there first, and extra ones may go. */
  beginRemoving(store: Store): void {
    this.#removal.connect(store);
  }

  /** At the stop: puts on record which entries of quarantine are still in doubt. Rejects when the store does not take it. */
  noteDoubts(store: Store): Promise<void> {
    return this.#doubtNotes.write(store);
  }

  /** True if the records of quarantine may be wrong. */
  get isUnsettled(): boolean {
    return this.#restoring.isUnsettled || this.#removal.isUnsettled;
  }

  /** Called when the store cannot be read: staff are still told what is found. */
  connectWithoutMemory(store: Store): void {
    this.#cases.connect(store);
  }

  onVerdict(verdict: Verdict, copies: readonly Copy[]): void {
    if (verdict.kind === "settled") this.#actorOn.delete(verdict.itemId);
    else if (verdict.kind !== "gone" && verdict.opener?.hasActed)
      this.#actorOn.set(verdict.itemId, verdict.opener.player.id);
    if (verdict.kind === "proven") {
      const isElsewhereToo = verdict.copies.some(({ place }) => onAnotherServer(place) !== undefined);
      this.#quarantineCheck.onProven(verdict.itemId, countItems(copies), isElsewhereToo);
    }
    this.#cases.addVerdict(this.#withServer(verdict));
  }

  /** True while a verdict about the id is to be filed, but is not on record in a case. False also if it was given up. */
  isUnfiled(itemId: string): boolean {
    return this.#cases.isUnfiled(itemId);
  }

  /** Adds the server's name to each copy, because other servers read the case too. */
  #withServer(verdict: Verdict): Verdict {
    const { server } = this.#parts;
    if (!server.hasOthers || !("copies" in verdict)) return verdict;
    return {
      ...verdict,
      copies: verdict.copies.map((copy) => ({ ...copy, server: whereIs(copy).server || server.name })),
    };
  }

  onLook(look: Look, isPutThere: (copy: Copy) => boolean): void {
    this.#quarantineCheck.onLook(look, isPutThere);
    this.#returnCheck.onLook(look);
  }

  onJoin(playerId: string): void {
    this.#removalNotices.onJoin(playerId);
    this.#restoring.onJoin(playerId);
    this.#greeting.onJoin(playerId);
  }

  /** Reads what staff on other servers ordered for players who are here. Called now and then. */
  readOrders(): void {
    this.#restoring.readOrders().catch(() => undefined);
  }

  /** At a tick end, after the looks and before their verdicts are filed: takes out or hands over what is due. */
  moveQuarantined(): void {
    this.#lookAtDoubtful();
    this.#quarantineCheck.holdMissing();
    this.#doubtNotes.tick();
    this.#removal.carryOutDue();
    this.#restoring.giveDue();
  }

  /** At the end of a tick. */
  fileVerdicts(): void {
    this.#cases.fileVerdicts(!this.#parts.judging.judge.hasBacklog);
  }

  /** Resolves when everything filed so far is stored, or was given up, and so are the claims that waited for it. */
  async drain(): Promise<void> {
    await Promise.all([this.#removal.release(), this.#restoring.release()]);
    await this.#cases.drain();
    await this.#parts.judging.claimWrites.finish();
  }

  /** Looks again at doubtful places that were looked at before the store could say that they are in doubt. */
  #lookAtDoubtful(): void {
    if (this.#doubtfulPlaces.length === 0) return;
    const { presence, visibleCopies } = this.#parts.judging;
    const places = this.#doubtfulPlaces;
    this.#doubtfulPlaces = [];
    for (const place of new Set(places)) if (presence.idsAt(place).length > 0) visibleCopies.lookAgain(place);
  }

  #onFiled(record: CaseRecord, itemIds: readonly string[]): void {
    const { config, platform, log } = this.#parts;
    const hasActed = record.itemIds.some((itemId) => this.#actorOn.get(itemId) === record.playerId);
    for (const itemId of itemIds) this.#actorOn.delete(itemId);
    runOnProven(record, hasActed, config.onProven, platform, log);
    if (!config.autoRemoveDuplicates) return;
    const proven = new Set(itemIds);
    const copies = record.copies.filter(({ itemId }) => proven.has(itemId));
    const seen = Map.groupBy(copies, ({ itemId }) => itemId);
    const wish = { caseNumber: record.number, isByStaff: false };
    for (const itemId of itemIds) this.#removal.orderRemoval(itemId, { ...wish, seen: seen.get(itemId) ?? [] });
  }

  /** Extra copies stay: the case says why, and staff and the console are told. */
  #onHeldBack({ caseNumber, itemId, reason }: HeldBack): void {
    const { platform, messages, log } = this.#parts;
    this.#cases.addServiceAct(caseNumber, { act: "hold", by: SERVICE, note: reason });
    // Staff know: they did it, or were told when it stopped.
    if (reason === "switched-off") return;
    const material = this.#cases.openCaseOf(itemId)?.material ?? "";
    const text = (language: Messages) => {
      const why = language.rendered(`removal.held.${reason}`, {});
      return language.text("removal.held-back", { case: caseNumber, material, id: itemId, reason: why });
    };
    tellWatchers(platform, text(messages), log);
    log.warn(withoutColours(text(messages.inEnglish().withConstants("as-they-are"))));
  }
}

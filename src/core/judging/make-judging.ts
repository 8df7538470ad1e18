import { GroundLooks } from "../looking/ground-looks.ts";
import type { Copy } from "../looking/look.ts";
import { NearbySearch } from "../looking/nearby-search.ts";
import { Observer } from "../looking/observer.ts";
import { Presence } from "../looking/presence/presence.ts";
import { SeenSlots } from "../looking/presence/seen-slots.ts";
import { reissue } from "../looking/reissue.ts";
import { SupersededSessions } from "../looking/superseded-sessions.ts";
import { UnprocessedItems } from "../looking/unprocessed-items.ts";
import { UnseenMoves } from "../looking/unseen-moves.ts";
import { formatLocation } from "../model/location.ts";
import { materialName } from "../model/material.ts";
import { somewhereIn } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import { RuleBacklog } from "../rule/rule-backlog.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import { Arrivals } from "./arrivals.ts";
import { Attribution } from "./custody/attribution.ts";
import { Confirmations } from "./custody/confirmations.ts";
import { CopyMoves } from "./custody/copy-moves.ts";
import { CustodyWriter } from "./custody/custody-writer.ts";
import { RecentMoves } from "./custody/recent-moves.ts";
import { UnknownIds } from "./custody/unknown-ids.ts";
import { AbsentOwners } from "./dark/absent-owners.ts";
import { ClaimWrites } from "./dark/claim-writes.ts";
import { Claims } from "./dark/claims.ts";
import { DarkPlaces } from "./dark/dark-places.ts";
import { ReturnedPlaces } from "./dark/returned-places.ts";
import { EarlierEnds } from "./ends/earlier-ends.ts";
import { EndOpeners } from "./ends/end-openers.ts";
import { EndedItems } from "./ends/ended-items.ts";
import { asEvidence } from "./evidence.ts";
import { Examiner } from "./examiner.ts";
import { CrashDoubt } from "./from-store/crash-doubt.ts";
import { StoreAnswers } from "./from-store/store-answers.ts";
import { StoreLookups } from "./from-store/store-lookups.ts";
import { ItemReports } from "./item-reports.ts";
import type { JudgingParts } from "./judging-parts.ts";
import type { NetworkJudging } from "./other-servers.ts";
import { CopyRanking } from "./proofs/copy-ranking.ts";
import { FirstCopies } from "./proofs/first-copies.ts";
import { Proofs } from "./proofs/proofs.ts";
import { ProvisionalReissue } from "./sanctioned/provisional-reissue.ts";
import { SanctionedCopies } from "./sanctioned/sanctioned-copies.ts";
import { SanctionedReissue } from "./sanctioned/sanctioned-reissue.ts";
import { TickActs } from "./tick-acts.ts";
import type { Opener } from "./verdict.ts";
import { VisibleCopies } from "./visible-copies.ts";

/** The parts of judging that the rest of the service uses directly. */
export interface Judging {
  readonly examiner: Examiner;
  readonly itemReports: ItemReports;
  readonly supersededSessions: SupersededSessions;
  readonly presence: Presence;
  readonly unprocessed: UnprocessedItems;
  readonly visibleCopies: VisibleCopies;
  readonly claims: Claims;
  readonly absentOwners: AbsentOwners;
  readonly crashDoubt: CrashDoubt;
  readonly unseenMoves: UnseenMoves;
  readonly groundLooks: GroundLooks;
  /** True when nothing of this material, or in this world, is ever judged. */
  readonly isExempt: (material: string, world: string) => boolean;
  /** Gives every visible copy of an id a fresh one. */
  readonly reissueAll: (itemId: string) => void;
  /** What only the network needs. */
  readonly forNetwork: NetworkJudging;
}

/** Creates the parts of judging and connects them. Nothing else happens here. */
export function makeJudging(parts: JudgingParts): Judging {
  const { platform, serverName, config, clock, log, newId, recorder, holders, announcements, onVerdict, isDoubtfulId } =
    parts;
  const { network } = parts;
  // With other servers, nothing is seen of a player until it is known what the player owns.
  const visiblePlatform = network ?? platform;
  const presence = new Presence(network && ((itemId, isDark) => network.onItemLeft(itemId, isDark)));
  const tickActs = new TickActs((itemId, place) => presence.isAt(itemId, place));
  // An id that an event of this tick named is processed at once.
  const unprocessed = new UnprocessedItems(
    (itemId) => tickActs.has(itemId),
    () => clock.isSpent,
  );
  const seenSlots = new SeenSlots((itemId, place) => presence.earliestSlot(itemId, place));
  const crashDoubt = new CrashDoubt(serverName);
  const recentMoves = new RecentMoves(clock);
  const supersededSessions = new SupersededSessions(platform, clock);
  const unseenMoves = new UnseenMoves(clock, {
    ids: () => [...unprocessed.places()].flatMap(([place]) => unprocessed.idsAt(place)),
    isWaiting: (itemId) => unprocessed.isWaiting(itemId),
  });
  const groundLooks = new GroundLooks(platform, (place) => visibleCopies.effortOf(place));
  const claimWrites = new ClaimWrites(() => examiner.store, parts.writes, clock);
  const claims = new Claims(claimWrites, parts.births);
  const absentOwners = new AbsentOwners({
    claims,
    presence,
    travelsWithPlayer: (place) => network?.travelsWithPlayer(place) === true,
    onFree: (itemId) => confirmations.confirmAgain(itemId),
    onVerdict: (verdict) => onVerdict(verdict, []),
  });
  const custodyWriter = new CustodyWriter({
    recorder,
    presence,
    holders,
    isHeldBack: (itemId) => absentOwners.haveFirst(itemId),
    isUncertain: (itemId, place) => network?.travelsWithPlayer(place) === true && absentOwners.mayHaveFirst(itemId),
    onWritten: (itemId) => storeLookups.noteWritten(itemId),
  });
  const attribution = new Attribution({ tickActs, holders, presence, recorder });
  const storeLookups = new StoreLookups(log, new OncePerMinute(clock));
  const unknownIds = new UnknownIds(recorder, holders, clock, log);
  const sanctionedCopies = new SanctionedCopies({
    config,
    announcements,
    platform,
    holders,
    isBrought: (copy) => tickActs.isReportedAt(copy.itemId, copy.place, copy.boxId),
  });
  const isExempt = (material: string, world: string) => sanctionedCopies.isExempt(material, world);
  const copyMoves = new CopyMoves({
    copiesOf: (itemId) => observer.copiesOf(itemId),
    lookFor: (itemId) => observer.lookFor(itemId),
    tickActs,
    recentMoves,
    unknownIds,
  });
  const firstCopies = new FirstCopies({
    presence,
    unseen: unseenMoves,
    moves: copyMoves,
    onUnknown: (itemId) => custodyWriter.writeNowhere(itemId),
  });
  const copyRanking = new CopyRanking({
    presence,
    unseen: unseenMoves,
    firstCopies,
    moves: copyMoves,
    olderSessions: (place) => supersededSessions.olderThan(place),
    isWaiting: (itemId) => unprocessed.isWaiting(itemId),
    onExchanged: (itemId, place) => {
      storeLookups.noteLeft(itemId, place);
      firstCopies.noteCopyLeft(itemId, place);
    },
  });
  const observer = new Observer({
    platform: visiblePlatform,
    presence,
    newId,
    clock,
    goods: parts.ledger,
    unprocessed,
    hiddenAt: (place) =>
      supersededSessions.hiddenAt(place, (by) =>
        presence.lookedMs(by) === undefined ? undefined : presence.idsAt(by),
      ),
    mustBeWhole: (place) => crashDoubt.isFirstLook(place),
    afterLook: (look, change, cause) => {
      parts.onLook(look);
      if (change.arrived.length > 0) parts.births?.noteArrival(look.place, change.arrived);
      arrivals.afterLook(look, change, cause);
      groundLooks.noteLook(look.place, look.copies.length, change.departed.length > 0);
    },
    onDark: (place) => {
      groundLooks.noteLook(place, 0, false);
      darkPlaces.markDark(place, undefined);
    },
  });
  const nearbySearch = new NearbySearch(platform, observer, () => clock.isSpent);
  const isAsking = (itemId: string) => storeLookups.isAsking(itemId);
  const visibleCopies = new VisibleCopies({ presence, observer, seenSlots, firstCopies, nearbySearch, isAsking });
  const sanctionedReissue = new SanctionedReissue({
    sanctionedCopies,
    wasDouble: (itemId, copies) => proofs.wasSeen(itemId) || claims.isDouble(itemId, copies),
    holders,
    newId,
    recorder,
    onIdAssigned: (itemId) => itemReports.noteNewId(itemId),
    lookAgain: (place) => visibleCopies.lookAgain(place),
  });
  const proofs = new Proofs({
    observer,
    unprocessed,
    seenSlots,
    claims,
    holders,
    clock,
    graceMs: config.movementGraceMs,
    needsSecondLook: config.detection === "evidence",
    isDark: (place) => darkPlaces.isDark(place),
    isFirstKnown: (itemId) => firstCopies.isKnown(itemId),
    isFirstAsked: (itemId) => isAsking(itemId) || network?.isAskedAbout(itemId) === true,
    placesOf: (itemId) => presence.placesOf(itemId),
    reissueIfSanctioned: (copies) => sanctionedReissue.reissueIfSanctioned(copies),
    lookAround: (gone) => nearbySearch.lookAround(gone),
    onProven: tellProven,
    onGone: (itemId) => onVerdict({ kind: "gone", itemId }, []),
    onCounted: (itemId, isOne) => {
      if (!isOne) crashDoubt.noteSeveral(itemId);
      else for (const part of [crashDoubt, firstCopies]) part.noteSingle(itemId);
    },
    onFirstLeft: (itemId, left) => copyRanking.noteFirstLeftOthers(itemId, left),
  });
  const endedItems = new EndedItems({
    copiesOf: (itemId) => observer.copiesOf(itemId),
    reissueIfSanctioned: (copies) => sanctionedReissue.reissueIfSanctioned(copies),
    isExempt,
    isProven: (itemId) => proofs.isProven(itemId),
    now: () => clock.now(),
    openers: new EndOpeners({
      presence,
      unprocessed,
      isProvisional: (place) => network?.isProvisional(place) === true,
      firstCopies,
      moves: copyMoves,
      tickActs,
      pendingOf: (itemId) => proofs.pendingOf(itemId),
    }),
    onProven: tellProven,
    onEnded: (end, endedCopy) => earlierEnds.record(end, endedCopy),
  });
  const shared = {
    observer,
    unprocessed,
    presence,
    holders,
    tickActs,
    attribution,
    custodyWriter,
    crashDoubt,
    firstCopies,
    copyRanking,
    claims,
  };
  const darkPlaces = new DarkPlaces({
    ...shared,
    platform,
    serverName,
    clock,
    proofs,
    absentOwners,
    recentMoves,
    moves: copyMoves,
    sanctionedReissue,
    isUnknown: (place) => network?.isUnknown(place) === true,
    isAskedAbout: (itemId) => network?.isAskedAbout(itemId) === true,
    endedNow: (itemId) => endedItems.endedNow(itemId),
    onLeft: (itemId, place) => arrivals.onItemGone(itemId, place),
    onVerdict: (verdict) => onVerdict(verdict, []),
  });
  const returnedPlaces = new ReturnedPlaces({
    ...shared,
    clock,
    proofs,
    absentOwners,
    darkPlaces,
    isFromBeforeCrash: (seenMs) => crashDoubt.isFromBeforeCrash(seenMs),
    onVerdict: (verdict) => onVerdict(verdict, []),
    onProven: (here, endedCopy, opener) => tellProven(here.itemId, [here], opener, here.item.material, [endedCopy]),
  });
  const earlierEnds = new EarlierEnds({
    ...shared,
    clock,
    darkPlaces,
    endedItems,
    sanctionedReissue,
    storeLookups,
    isExempt,
    isDoubtfulId,
    onVerdict: (verdict) => onVerdict(verdict, []),
  });
  const ruleBacklog = new RuleBacklog(parts.rule, clock);
  const confirmations = new Confirmations({ clock, ...shared, recorder, storeLookups });
  const arrivals = new Arrivals({
    ...shared,
    clock,
    tracker: parts.tracker,
    ruleBacklog: ruleBacklog,
    notices: parts.notices,
    recentMoves,
    confirmations,
    proofs,
    darkPlaces,
    returnedPlaces,
    absentOwners,
    earlierEnds,
    storeLookups,
    network,
    isDoubtfulId,
  });
  const storeAnswers = new StoreAnswers({
    ...shared,
    serverName,
    network,
    confirmations,
    darkPlaces,
    endedItems,
    earlierEnds,
    recentMoves,
    unknownIds,
    unseenMoves,
    isOpen: (itemId) => examiner.isOpen(itemId),
    isDoubtfulId,
  });
  const itemReports = new ItemReports({ tickActs, recentMoves, custodyWriter, holders, endedItems });
  const examiner = new Examiner({
    clock,
    ...shared,
    visibleCopies,
    recorder,
    ruleBacklog: ruleBacklog,
    isRuleHeard: parts.isRuleHeard,
    itemReports,
    recentMoves,
    confirmations,
    claimWrites,
    proofs,
    endedItems,
    darkPlaces,
    returnedPlaces,
    storeLookups,
    storeAnswers,
    sanctionedReissue,
    provisionalReissue: new ProvisionalReissue({
      platform,
      network,
      sanctionedReissue,
      presence,
      visibleCopies,
      newId,
    }),
    nearbySearch,
  });

  function tellProven(
    itemId: string,
    copies: readonly Copy[],
    opener: Opener | undefined,
    material = copies[0]!.item.material,
    endedCopies: readonly SeenCopy[] = [],
  ): void {
    const now = clock.now();
    const isFromCrash = crashDoubt.isMadeByCrash(itemId);
    const evidence = [...endedCopies, ...copies.map((copy) => asEvidence(copy, holders, now))];
    onVerdict(
      { kind: "proven", itemId, material: materialName(material), copies: evidence, opener, isFromCrash },
      copies,
    );
  }

  function reissueAll(itemId: string): void {
    for (const copy of visibleCopies.copiesOf(itemId)) {
      const freshId = reissue(copy, holders.holderOf(copy.itemId, copy.place).id, newId, recorder);
      if (freshId === undefined) continue;
      itemReports.noteNewId(freshId);
      visibleCopies.lookAgain(copy.place);
    }
  }

  /**
   * Looks around where an item was that is in sight nowhere: a machine may have carried it on. False if that takes longer than this tick
   * end.
   */
  function lookFor(itemId: string): boolean {
    const left = custodyWriter.lastHoldingOf(itemId);
    const at = left && somewhereIn(left.place);
    return (
      left === undefined ||
      nearbySearch.lookAround([{ location: at ? formatLocation(at) : "", holderId: left.holderId }])
    );
  }

  const forNetwork: NetworkJudging = {
    presence,
    unprocessed,
    visibleCopies,
    absentOwners,
    writeNowhere: (itemId) => custodyWriter.writeNowhere(itemId),
    lookFor,
    canSee: (place) => observer.canSee(place),
    isRolledBack: (itemId) => crashDoubt.isRolledBack(itemId),
    wasHeldWhenDark: (place, itemId) => darkPlaces.wasWith(place, itemId),
    reissueIfSanctioned: (copy) =>
      isExempt(copy.item.material, copy.location.world) || sanctionedReissue.reissueIfSanctioned([undefined, copy]),
    reissueAll,
    askAgain: (copy) => arrivals.askAgain(copy),
    onVerdict,
  };
  return {
    examiner,
    itemReports,
    supersededSessions,
    presence,
    unprocessed,
    visibleCopies,
    claims,
    absentOwners,
    crashDoubt,
    unseenMoves,
    groundLooks,
    isExempt,
    reissueAll,
    forNetwork,
  };
}

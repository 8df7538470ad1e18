import type { Copy, Look } from "../looking/look.ts";
import { type LookingGroup, makeLooking } from "../looking/make-looking.ts";
import { reissue } from "../looking/reissue.ts";
import { formatLocation } from "../model/location.ts";
import { somewhereIn } from "../model/place.ts";
import { RuleBacklog } from "../rule/rule-backlog.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import { Arrivals } from "./arrivals.ts";
import { Confirmations } from "./custody/confirmations.ts";
import { type CustodyGroup, makeCustody } from "./custody/make-custody.ts";
import { type ClaimGroup, type DarkGroup, makeClaims, makeDark } from "./dark/make-dark.ts";
import { CrashDoubt } from "./from-store/crash-doubt.ts";
import { StoreAnswers } from "./from-store/store-answers.ts";
import { StoreLookups } from "./from-store/store-lookups.ts";
import { ItemReports } from "./item-reports.ts";
import { Judge } from "./judge.ts";
import type { JudgingParts } from "./judging-parts.ts";
import type { NetworkJudging } from "./other-servers.ts";
import { makeProofs, type ProofGroup } from "./proofs/make-proofs.ts";
import { makeSanctioned, type SanctionedGroup } from "./sanctioned/make-sanctioned.ts";
import { ProvisionalReissue } from "./sanctioned/provisional-reissue.ts";
import type { Verdict } from "./verdict.ts";

/** The parts of judging that the rest of the service uses directly. */
export interface JudgingGroup
  extends Pick<LookingGroup, "supersededSessions" | "presence" | "unprocessed" | "unseenMoves" | "groundLooks">,
    Pick<ClaimGroup, "claims" | "claimWrites" | "absentOwners">,
    Pick<ProofGroup, "visibleCopies">,
    Pick<SanctionedGroup, "isExempt"> {
  readonly judge: Judge;
  readonly itemReports: ItemReports;
  readonly crashDoubt: CrashDoubt;
  /** Staff have decided which copy is the item: what a crash has left in doubt ends. */
  readonly endDoubt: (itemId: string) => void;
  /** Gives every visible copy of an id a fresh one. */
  readonly reissueAll: (itemId: string) => void;
  /** What only the network needs. */
  readonly forNetwork: NetworkJudging;
}

/** Everything that looks and judges, but for the parts that put it in order. */
type All = JudgingParts & LookingGroup & ClaimGroup & CustodyGroup & SanctionedGroup & ProofGroup & DarkGroup;

/** Creates the parts of judging and connects them. Nothing else happens here; each `make…` file creates the parts of its folder. */
export function makeJudging(parts: JudgingParts): JudgingGroup {
  const { network, clock } = parts;
  const onVerdict = (verdict: Verdict) => parts.onVerdict(verdict, []);
  const onIdAssigned = (itemId: string) => itemReports.noteNewId(itemId);
  const crashDoubt = new CrashDoubt(parts.serverName);
  const onLost = (itemId: string) => proving.firstCopies.markUnknownForGood(itemId);
  const storeLookups = new StoreLookups(parts.log, new OncePerMinute(clock), onLost);
  const known = {
    // A block that only counts as placed may have been pasted by a plugin.
    isMoved: ({ itemId, place, boxId }: Copy) =>
      custody.tickActs.isReportedAt(itemId, place, boxId) || custody.tickActs.wasPlaced(place),
    wasThere: ({ itemId, place }: Copy) => dark.darkPlaces.wasThere(place, itemId),
  };
  const noteProvisional = (look: Look) =>
    parts.announcements.noteLook(look, look.ids, { ...known, isProvisional: true });
  const looking = makeLooking({
    ...parts,
    visible: network ?? parts.platform,
    goods: parts.ledger,
    isNamed: (itemId) => custody.tickActs.has(itemId),
    hasMovedAt: (itemId, place, moment) => custody.moves.hasComeSince(itemId, place, moment),
    effortOf: (place) => proving.visibleCopies.effortOf(place),
    mustBeWhole: (place) => crashDoubt.isFirstLook(place),
    onItemLeft: network && ((itemId, isDark) => network.onItemLeft(itemId, isDark)),
    afterLook: (look, change, cause) => {
      const isPutThere = ({ itemId, place, boxId }: Copy) =>
        cause.action === "BLOCK_PLACE" || custody.tickActs.isReportedAt(itemId, place, boxId);
      parts.onLook(look, isPutThere);
      parts.announcements.noteLook(look, change.arrived, known);
      if (change.arrived.length > 0) parts.births?.noteArrival(look.place, change.arrived);
      arrivals.afterLook(look, change, cause);
    },
    onDark: (place) => dark.darkPlaces.noteNotVisible(place),
  });
  const claiming = makeClaims({
    ...parts,
    crashDoubt,
    presence: looking.presence,
    store: () => judge.store,
    isProven: (itemId) => proving.proofs.isProven(itemId),
    onFree: (itemId) => confirmations.confirmAgain(itemId),
    onVerdict,
  });
  const { claims, absentOwners } = claiming;
  const custody = makeCustody({
    ...parts,
    ...looking,
    copiesGoingDark: (itemId) => dark.darkPlaces.copiesGoingDark(itemId),
    isHeldBack: (itemId) => absentOwners.haveFirst(itemId),
    isUncertain: (itemId, place) => network?.travelsWithPlayer(place) === true && absentOwners.mayHaveFirst(itemId),
    mayBeCopy: (itemId) => crashDoubt.mayBeCopy(itemId),
    writeInTurn: (...row) => storeLookups.writeInTurn(...row),
  });
  const sanctioned = makeSanctioned({
    ...parts,
    tickActs: custody.tickActs,
    claims,
    wasSeen: (itemId) => proving.proofs.wasSeen(itemId),
    onIdAssigned,
    lookAgain: (place) => proving.visibleCopies.lookAgain(place),
  });
  const fromStore = { crashDoubt, storeLookups };
  const proving = makeProofs({
    ...parts,
    ...looking,
    ...custody,
    ...sanctioned,
    ...fromStore,
    claims,
    isDark: (place) => dark.darkPlaces.isDark(place),
    onEnded: (end, ended) => dark.earlierEnds.record(end, ended),
  });
  const made = { ...parts, ...looking, ...claiming, ...custody, ...sanctioned, ...proving, ...fromStore };
  const dark = makeDark({ ...made, onLeft: (itemId, place) => arrivals.onItemGone(itemId, place), onVerdict });
  const all = { ...made, ...dark };
  const itemReports = new ItemReports(all);
  const ruleBacklog = new RuleBacklog(parts.rule, clock);
  const confirmations = new Confirmations(all);
  const arrivals = new Arrivals({ ...all, ruleBacklog, confirmations });
  const storeAnswers = new StoreAnswers({ ...all, confirmations, isOpen: (itemId) => judge.isOpen(itemId) });
  const provisionalReissue = new ProvisionalReissue({ ...all, noteProvisional });
  const ordering = { itemReports, ruleBacklog, confirmations, storeAnswers, provisionalReissue };
  const judge = new Judge({ ...all, ...ordering });
  const reissueAll = (itemId: string) => reissueVisible(all, itemId, onIdAssigned);
  const askAgain = (copy: Copy) => arrivals.askAgain(copy);
  const forNetwork = judgingForNetwork(all, crashDoubt, reissueAll, askAgain);
  const endDoubt = (itemId: string) => {
    crashDoubt.noteDecided(itemId);
    all.unseenMoves.forget(itemId);
    confirmations.confirmAgain(itemId);
  };
  return { ...all, judge, itemReports, endDoubt, reissueAll, forNetwork };
}

function judgingForNetwork(
  all: All,
  crashDoubt: CrashDoubt,
  reissueAll: (itemId: string) => void,
  askAgain: (copy: Copy) => void,
): NetworkJudging {
  const { custodyWriter, observer, darkPlaces, sanctionedReissue, isExempt } = all;
  return {
    ...all,
    writeNowhere: (itemId) => custodyWriter.writeNowhere(itemId),
    writeMayBeCopy: (itemId) => {
      crashDoubt.noteMayBeCopy(itemId);
      custodyWriter.writeNowhere(itemId);
    },
    lookFor: (itemId) => lookForGone(all, itemId),
    canSee: (place) => observer.canSee(place),
    isRolledBack: (itemId) => crashDoubt.isRolledBack(itemId),
    wasHeldWhenDark: (place, itemId) => darkPlaces.wasWith(place, itemId),
    reissueIfSanctioned: (copy) =>
      isExempt(copy.item.material, copy.location.world) || sanctionedReissue.reissueIfSanctioned([undefined, copy]),
    reissueAll,
    askAgain,
  };
}

function reissueVisible(all: All, itemId: string, onIdAssigned: (itemId: string) => void): void {
  const { visibleCopies, holders } = all;
  const copies = visibleCopies.copiesOf(itemId);
  for (const copy of copies) {
    const freshId = reissue(copy, copies, holders.holderOf(copy.itemId, copy.place).id, all);
    if (freshId === undefined) continue;
    onIdAssigned(freshId);
    visibleCopies.lookAgain(copy.place);
  }
}

/**
 * Looks around where an item was that is in sight nowhere: a machine may have carried it on. False if that takes longer than this tick
 * end.
 */
function lookForGone({ custodyWriter, nearbySearch }: All, itemId: string): boolean {
  const left = custodyWriter.lastHoldingOf(itemId);
  if (left === undefined) return true;
  const at = somewhereIn(left.place);
  return nearbySearch.lookAround([{ location: at ? formatLocation(at) : "", holderId: left.holderId }]);
}

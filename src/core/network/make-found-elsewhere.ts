import type { PlaceKey } from "../model/place.ts";
import type { Custody, Store } from "../store.ts";
import { CopiedWorlds } from "./copied-worlds.ts";
import { nextChange } from "./disputes/dispute-steps.ts";
import { Disputes } from "./disputes/disputes.ts";
import type { StayTokens } from "./disputes/stay-tokens.ts";
import type { NetworkParts } from "./network-parts.ts";
import { copiedWorld, provenBetween, suspectedBetween } from "./network-verdicts.ts";
import type { ArrivingPlayers } from "./players/arriving-players.ts";
import type { ItemCarriers } from "./players/item-carriers.ts";
import { OwnerQuestions } from "./players/owner-questions.ts";
import { RefusedRows } from "./refused-rows.ts";
import type { Servers } from "./server-states.ts";

interface FoundElsewhereParts extends NetworkParts {
  readonly store: () => Store | undefined;
  readonly servers: Servers;
  readonly arriving: ArrivingPlayers;
  readonly stayTokens: StayTokens;
  readonly itemCarriers: ItemCarriers;
  /** True if the item is on record at another server. */
  readonly isElsewhere: (custody: Custody, found: PlaceKey) => boolean;
}

/** The parts for items that are on record at another server. */
export interface FoundElsewhere {
  readonly copied: CopiedWorlds;
  readonly disputes: Disputes;
  readonly refused: RefusedRows;
  readonly ownerQuestions: OwnerQuestions;
}

export function makeFoundElsewhere(parts: FoundElsewhereParts): FoundElsewhere {
  const { serverName, holders, clock, log, recorder, config, makers, store, servers, arriving } = parts;
  const judging = parts.judging();
  const { presence, unprocessed, visibleCopies, absentOwners, onVerdict } = judging;
  const travelsWithPlayer = (place: PlaceKey) => arriving.travelsWithPlayer(place);
  const copied = new CopiedWorlds({
    clock,
    log,
    store,
    sharesWorldWith: (server) => servers.sharesWorldWith(server),
    travelsWithPlayer,
    isDisputed: (itemId) => disputes.isAbout(itemId),
    visibleIds: () => presence.ids(),
    reissue: judging.reissueAll,
    onCopied: (found) => {
      for (const { copy, custody } of found) onVerdict(copiedWorld(copy, custody, holders, clock.now()), []);
    },
    onOther: ({ copy, custody, opener }) => {
      if (!judging.reissueIfSanctioned(copy)) disputes.openLater({ itemId: copy.itemId, custody, opener });
    },
  });
  const disputes: Disputes = new Disputes({
    serverName,
    store,
    recorder,
    presence,
    unprocessed,
    visibleCopies,
    holders,
    clock,
    graceMs: config.movementGraceMs,
    stayTokens: parts.stayTokens,
    nextChange: makers?.nextChange ?? nextChange,
    isRemover: (side) => side === "finder" || makers?.removers === "both",
    // A place that goes with a player comes from a plugin's database, not from this server's save.
    isRolledBack: ({ itemId, place }) => !travelsWithPlayer(place) && judging.isRolledBack(itemId),
    canSee: judging.canSee,
    lookFor: judging.lookFor,
    isProvisional: (place) => arriving.isProvisional(place),
    isAnybodyUnknownSince: (tick) => arriving.isAnybodyUnknownSince(tick),
    travelsWithPlayer,
    carrierOf: (itemId) => parts.itemCarriers.carrierOf(itemId),
    onProven: (dispute, copies, opener) =>
      onVerdict(provenBetween(dispute, copies, opener, holders, clock.now()), copies),
    onSuspected: (dispute, there, copies, opener) =>
      onVerdict(suspectedBetween(dispute, there, copies, opener, holders, clock.now()), []),
    onSettled: (itemId) => onVerdict({ kind: "settled", itemId }, []),
    onAnswered: (itemId) => absentOwners.closeClaims(itemId),
    onGone: (itemId) => onVerdict({ kind: "gone", itemId }, []),
    stateOf: (server) => servers.stateOf(server),
    isShutWith: (custody) => servers.isShutWith(custody),
    wasHeldWhenDark: judging.wasHeldWhenDark,
    absentOwners,
    writeNowhere: judging.writeNowhere,
    writeMayBeCopy: judging.writeMayBeCopy,
    onUndisputed: judging.askAgain,
  });
  const refused = new RefusedRows({
    presence,
    visibleCopies,
    isElsewhere: parts.isElsewhere,
    onFound: (copy, custody) => copied.decideLater({ copy, custody, opener: undefined }),
  });
  const ownerQuestions = new OwnerQuestions({
    serverName,
    presence,
    absentOwners,
    onElsewhere: (rows) => refused.add(rows),
  });
  return { copied, disputes, refused, ownerQuestions };
}

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { defaultConfig } from "../../config/read-config.ts";
import { RECHECK } from "../../looking/look-cause.ts";
import { Observer } from "../../looking/observer.ts";
import { Presence } from "../../looking/presence/presence.ts";
import { SeenSlots } from "../../looking/presence/seen-slots.ts";
import { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import { UnseenMoves } from "../../looking/unseen-moves.ts";
import { blockPlace } from "../../model/place.ts";
import { Recorder } from "../../recording/recorder.ts";
import { GameClock } from "../../time/game-clock.ts";
import { Holders } from "../custody/holders.ts";
import { RecentMoves } from "../custody/recent-moves.ts";
import { FirstCopies } from "../proofs/first-copies.ts";
import { Proofs } from "../proofs/proofs.ts";
import { Announcements } from "../sanctioned/announcements.ts";
import { SanctionedCopies } from "../sanctioned/sanctioned-copies.ts";
import { SanctionedReissue } from "../sanctioned/sanctioned-reissue.ts";
import type { Verdict } from "../verdict.ts";
import { AbsentOwners } from "./absent-owners.ts";
import { Claims } from "./claims.ts";
import { DarkPlaces } from "./dark-places.ts";
import { ReturnedPlaces } from "./returned-places.ts";

const SWORD = fakeId(1);
const [CHEST, BARREL] = [1, 2].map((x) => blockPlace({ world: "world", x, y: 64, z: 0 })) as [string, string];

/** Two chests in the same world, and everything that dark places work with; `verdicts` says what they came to. */
function start() {
  const platform = new FakePlatform();
  const wall = new HandClock();
  const clock = new GameClock(wall);
  const log = new RecordingLog();
  const [presence, holders] = [new Presence(), new Holders()];
  const claims = new Claims({ saveClaim: () => undefined, closeClaim: () => undefined });
  const recentMoves = new RecentMoves(clock);
  const newId = () => fakeId(99);
  const proven: string[] = [];
  const verdicts: string[] = [];
  const firstCopies = new FirstCopies({
    presence,
    unseen: new UnseenMoves(clock),
    moves: { hasComeSince: (itemId, place, moment) => recentMoves.lastMoment(itemId, place) > moment },
    onUnknown: () => undefined,
  });
  const unprocessed = new UnprocessedItems();
  const observer = new Observer({
    unprocessed,
    ...{ platform, presence, clock, newId },
    afterLook: (look, { arrived }) => returned.resolveClaimsAt(look, arrived, () => undefined),
    onDark: () => undefined,
  });
  const announcements = new Announcements(clock);
  const sanctionedReissue = new SanctionedReissue({
    announcements,
    platform,
    sanctionedCopies: new SanctionedCopies({
      config: defaultConfig(),
      announcements,
      platform,
      holders,
      isBrought: () => false,
    }),
    ...{
      holders,
      newId,
      recorder: new Recorder(clock, log),
      onIdAssigned: () => undefined,
      lookAgain: () => undefined,
      wasDouble: () => false,
    },
  });
  const proofs = new Proofs({
    unprocessed,
    seenSlots: new SeenSlots(),
    ...{ observer, claims, holders, clock, graceMs: 0, needsSecondLook: false },
    isDark: (place) => dark.isDark(place),
    reissueIfSanctioned: () => false,
    lookAround: () => true,
    onProven: (itemId) => proven.push(itemId),
    isFirstKnown: (itemId) => firstCopies.isKnown(itemId),
    isFirstAsked: () => false,
    isNewAt: () => false,
    placesOf: (itemId) => presence.placesOf(itemId),
    onGone: () => undefined,
  });
  const absentOwners = new AbsentOwners({
    ...{ claims, presence },
    travelsWithPlayer: () => false,
    onFree: () => undefined,
    onVerdict: () => undefined,
  });
  const onVerdict = (verdict: Verdict) =>
    verdicts.push(verdict.kind === "contested" ? `contested ${verdict.darkPlace}` : verdict.kind);
  const moves = { hasComeSince: () => false };
  const shared = { clock, moves, holders, presence, firstCopies, observer, proofs, claims, absentOwners, onVerdict };
  const dark = new DarkPlaces({
    ...shared,
    ...{ platform, unprocessed, serverName: undefined, recentMoves, sanctionedReissue },
    copyRanking: { rankGoingDark: () => undefined },
    seenSlots: { boxesAt: () => [] },
    isUnknown: () => false,
    isAsking: () => false,
    isAskedAbout: () => false,
    endedNow: () => [],
    onLeft: () => undefined,
  });
  const returned = new ReturnedPlaces({
    ...shared,
    darkPlaces: dark,
    isFromBeforeCrash: () => false,
    onProven: () => undefined,
  });
  const put = (place: string, isThere = true) => {
    platform.chest(place)[0] = isThere ? fakeStack("diamond_sword", { tag: SWORD }) : undefined;
  };
  /** A tick end at which these are looked at. */
  const tickEnd = (...places: string[]) => {
    wall.pass(50);
    clock.beginTickEnd();
    recentMoves.tick();
    observer.beginTickEnd();
    for (const place of places) observer.look(place, RECHECK);
    dark.markWaiting();
    proofs.examineDue();
    dark.openClaims();
    returned.finishTickEnd();
    observer.finishTickEnd();
    presence.finishTickEnd(() => false);
  };
  /** The last look, and then nobody can look there. */
  const goDark = (place: string) => {
    dark.noteGoingDark(place, observer.lookAgain(place, RECHECK));
    platform.darken(place);
  };
  return { platform, claims, recentMoves, proven, verdicts, put, tickEnd, goDark };
}

describe("what a place held when it went dark", () => {
  it("is contested when both were seen before, without a word of a move", () => {
    const { claims, verdicts, put, goDark, tickEnd } = start();
    for (const place of [CHEST, BARREL]) put(place);
    tickEnd(BARREL);
    goDark(CHEST);
    tickEnd(BARREL);
    assert.deepEqual(verdicts, [`contested ${CHEST}`]);
    assert.deepEqual(
      claims.of(SWORD).map(({ kind, place }) => [kind, place]),
      [["dark", CHEST]],
    );
  });

  it("is no matter when an event had reported that it went from there to here", () => {
    const { claims, recentMoves, verdicts, put, goDark, tickEnd } = start();
    for (const place of [CHEST, BARREL]) put(place);
    tickEnd(BARREL);
    goDark(CHEST);
    recentMoves.note(SWORD, "player:alex", [CHEST, BARREL]);
    tickEnd(BARREL);
    assert.deepEqual([verdicts, claims.size], [[], 0]);
  });
});

describe("a claim, when its place comes back", () => {
  function contested() {
    const parts = start();
    for (const place of [CHEST, BARREL]) parts.put(place);
    parts.tickEnd(BARREL);
    parts.goDark(CHEST);
    parts.tickEnd(BARREL);
    parts.verdicts.length = 0;
    return parts;
  }

  it("is proven by the item being there, too", () => {
    const { platform, claims, proven, tickEnd } = contested();
    platform.lighten(CHEST);
    tickEnd(CHEST, BARREL);
    assert.deepEqual(proven, [SWORD]);
    assert.equal(claims.size, 0);
  });

  it("is settled by its not being there: it had moved", () => {
    const { platform, claims, proven, verdicts, put, tickEnd } = contested();
    put(CHEST, false);
    platform.lighten(CHEST);
    tickEnd(CHEST, BARREL);
    assert.deepEqual([verdicts, proven, claims.size], [["settled"], [], 0]);
  });

  it("goes over to the other place when that is dark by then", () => {
    const { platform, claims, proven, verdicts, tickEnd, goDark } = contested();
    goDark(BARREL);
    tickEnd();
    platform.lighten(CHEST);
    tickEnd(CHEST);
    assert.deepEqual(proven, []);
    assert.deepEqual(
      claims.of(SWORD).map(({ kind, place }) => [kind, place]),
      [["dark", BARREL]],
    );
    assert.deepEqual(verdicts, [], "staff know of it already");
  });
});

it("a place that is gone for good is not dark: nothing is claimed of it", () => {
  const { platform, claims, verdicts, put, goDark, tickEnd } = start();
  for (const place of [CHEST, BARREL]) put(place);
  tickEnd(BARREL);
  goDark(CHEST);
  platform.vanish(CHEST);
  tickEnd(BARREL);
  assert.deepEqual([verdicts, claims.size], [[], 0]);
});

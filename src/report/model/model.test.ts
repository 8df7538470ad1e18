import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { builtInTexts, type CaseRecord, Messages, withoutColours } from "../../operators.ts";
import { shownCommands, shownCopy } from "../collect-report.ts";
import { TransferPacker } from "../pack-transfers.ts";
import { actLine } from "./act-line.ts";
import { casesByDay, casesByType } from "./cases-by-day.ts";
import { holderLine } from "./holder-line.ts";
import { itemsGiven, partnersOf } from "./items-given.ts";
import { dayStart, hoursOfDay, overviewOf } from "./overview.ts";
import { repeatedPlayers } from "./repeated-players.ts";
import type { Say } from "./say.ts";
import { type Transfers, unpackTransfers } from "./transfers.ts";
import { restoreCommands, verdictSentence } from "./verdict-sentence.ts";

const HOUR_MS = 3_600_000;

/** `item player` pairs, an hour apart. */
function packed(...moves: string[]): { packer: TransferPacker; transfers: Transfers } {
  const packer = new TransferPacker(false);
  for (const [at, move] of moves.entries()) {
    const [itemId = "", playerId = "", location = "world:1,2,-3"] = move.split(" ");
    packer.add({ itemId, playerId, action: "DROP", location, timestampMs: at * HOUR_MS, server: "s" });
  }
  return { packer, transfers: unpackTransfers(packer.columns) };
}

describe("transfers in columns", () => {
  it("come back as they went in", () => {
    const { packer, transfers } = packed("sword alex", "bow bea nowhere-in-particular", "sword bea world:-7,64,9");
    assert.deepEqual(packer.places, [
      { name: "world", isWorld: true },
      { name: "nowhere-in-particular", isWorld: false },
    ]);
    assert.deepEqual([...transfers.time], [0, HOUR_MS, 2 * HOUR_MS]);
    assert.deepEqual([...transfers.item], [0, 1, 0]);
    assert.deepEqual([...transfers.player], [0, 1, 1]);
    assert.deepEqual([...transfers.x], [1, 0, -7]);
    assert.deepEqual([...transfers.z], [-3, 0, 9]);
  });

  it("tell the worlds of several servers apart", () => {
    const packer = new TransferPacker(true);
    for (const server of ["a", "b"])
      packer.add({ itemId: "i", playerId: "p", action: "X", location: "world:1,1,1", timestampMs: 0, server });
    assert.deepEqual(
      packer.places.map(({ name }) => name),
      ["a: world", "b: world"],
    );
  });
});

describe("hand-overs", () => {
  it("are two transfers of one item, one after the other, by two players", () => {
    const { transfers } = packed(
      "sword alex",
      "sword alex",
      "bow bea",
      "sword bea",
      "bow cy",
      "sword alex",
      "sword bea",
    );
    assert.deepEqual(itemsGiven(transfers), [
      { from: 0, to: 1, count: 2 },
      { from: 1, to: 2, count: 1 },
      { from: 1, to: 0, count: 1 },
    ]);
    assert.deepEqual(itemsGiven(transfers, 2), [{ from: 1, to: 2, count: 1 }]);
    assert.deepEqual(partnersOf(itemsGiven(transfers), 1), [
      { partner: 0, gave: 1, got: 2 },
      { partner: 2, gave: 1, got: 0 },
    ]);
  });
});

describe("the overview", () => {
  it("counts by hour, item and player, of all or of what is chosen", () => {
    const { transfers } = packed("sword alex", "sword bea", "bow alex");
    const all = overviewOf(transfers);
    assert.equal(all.transfers, 3);
    assert.deepEqual(all.topItems, [
      [0, 2],
      [1, 1],
    ]);
    assert.deepEqual(all.topPlayers, [
      [0, 2],
      [1, 1],
    ]);
    assert.deepEqual(hoursOfDay(all, (ms) => new Date(ms).getUTCHours()).slice(0, 4), [1, 1, 1, 0]);
    assert.equal(overviewOf(transfers, { players: new Set([1]) }).transfers, 1);
    assert.equal(
      overviewOf(transfers, { items: new Set([1]), players: new Set([1]) }).transfers,
      2,
      "either is enough",
    );
    assert.equal(overviewOf(transfers, { fromMs: HOUR_MS, toMs: 2 * HOUR_MS }).transfers, 1);
    assert.equal(overviewOf(transfers, { action: 5 }).transfers, 0);
  });
});

describe("a day that somebody chooses", () => {
  it("begins and ends at midnight, also when the clocks change", (context) => {
    const before = process.env.TZ;
    process.env.TZ = "Europe/Berlin";
    context.after(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    assert.equal(dayStart("2026-03-29", 0), Date.UTC(2026, 2, 28, 23));
    assert.equal(dayStart("2026-03-29", 1), Date.UTC(2026, 2, 29, 22));
    assert.equal(dayStart("", 0), undefined);
  });
});

describe("cases by day", () => {
  const day = (n: number): number => Date.UTC(2026, 0, n, 12);
  const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const record = (openedMs: number, severity: string, type = "DUPLICATE_ITEM") =>
    ({ openedMs, severity, type }) as CaseRecord;

  it("have no gap, and count each severity", () => {
    const { days, bySeverity } = casesByDay(
      [record(day(4), "HIGH"), record(day(1), "HIGH"), record(day(4), "CRITICAL")],
      utcDay,
    );
    assert.deepEqual(days, ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]);
    assert.deepEqual(bySeverity.get("HIGH"), [1, 0, 0, 1]);
    assert.deepEqual(bySeverity.get("CRITICAL"), [0, 0, 0, 1]);
    assert.deepEqual(casesByDay([], utcDay).days, []);
  });

  it("have no gap where the clocks change", () => {
    const berlin = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short" });
    const at = (day: number, hour: number) => record(Date.UTC(2026, 2, day, hour), "HIGH");
    const { days, bySeverity } = casesByDay([at(28, 22), at(29, 12), at(31, 12)], (ms) => berlin.format(ms));
    assert.deepEqual(days, ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"]);
    assert.deepEqual(bySeverity.get("HIGH"), [1, 1, 0, 1]);
  });

  it("by type, the most first", () => {
    const cases = [record(0, "HIGH", "FORGED_ID"), record(0, "HIGH"), record(0, "HIGH")];
    assert.deepEqual(casesByType(cases), [
      ["DUPLICATE_ITEM", 2],
      ["FORGED_ID", 1],
    ]);
  });
});

const english = new Messages({ language: "en", edits: new Map(), translation: new Map(), english: builtInTexts("en") });
/** As the page speaks: without colours. */
const SAY: Say = {
  text: (key, values) => withoutColours(english.text(key, values)),
  plural: (key, values) => withoutColours(english.plural(key, values)),
};

describe("a place in words", () => {
  it("is written as in the game", () => {
    const messages = new Messages({
      language: "en",
      edits: new Map(),
      translation: new Map(),
      english: builtInTexts("en"),
    });
    const written = (place: string, holderName = "Alex") =>
      shownCopy({ place, holderName } as never, messages).placeText;
    assert.equal(written("player:p#2"), "inventory of Alex");
    assert.equal(written("ender:p"), "ender chest of Alex");
    assert.equal(written("block:world:1,64,-7", ""), "container");
    assert.equal(written("server:lobby/block:world:1,64,-7"), "container, on the server lobby");
    assert.equal(written("ended"), "placed or used up");
    assert.equal(written("nowhere"), "position unknown");
  });
});

describe("players in more than one case", () => {
  const record = (number: number, status: string, playerId: string, ...holders: string[]) =>
    ({ number, status, playerId, openedMs: number, copies: holders.map((holderId) => ({ holderId })) }) as never;
  const taken = (holderId: string, state: string) => ({ state, takenFrom: { holderId } }) as never;
  const NOBODY = "00000000-0000-0000-0000-000000000000";

  it("are those whom two cases concern, the most cases first, with what was taken", () => {
    const cases = [
      record(1, "confirmed", "bo", "alex", "bo"),
      record(2, "open", NOBODY, "bo", NOBODY),
      record(3, "open", "cy", "alex"),
      record(4, "dismissed", "bo"),
    ];
    const players = repeatedPlayers(cases, [
      taken("bo", "held"),
      taken("bo", "dropped"),
      taken("bo", "taking"),
      taken("cy", "held"),
    ]);
    assert.deepEqual(players, [
      { id: "bo", cases: 3, open: 1, confirmed: 1, taken: 1, lastMs: 4 },
      { id: "alex", cases: 2, open: 1, confirmed: 1, taken: 0, lastMs: 3 },
    ]);
  });
});

describe("what gives everything back", () => {
  it("begins with the oldest item that is kept", () => {
    const held = (takenMs: number, state = "held") => ({ takenMs, state }) as never;
    assert.deepEqual(
      restoreCommands([held(Date.UTC(2026, 10, 15)), held(Date.UTC(2026, 10, 12)), held(0, "returned")]),
      [
        "/doubletake restore-since 2026-11-12 dry-run",
        "/doubletake restore-since 2026-11-12 now",
        "doubletake restore --since 2026-11-12 --dry-run",
      ],
    );
    assert.deepEqual(restoreCommands([held(0, "returned")]), []);
  });
});

describe("the line of the timeline", () => {
  /** Whose lane the line is drawn in at a moment. */
  const holderAt = (line: readonly (readonly [number, number])[], timeMs: number): number => {
    const at = line.findIndex(([startMs], index) => startMs <= timeMs && timeMs < (line[index + 1]?.[0] ?? Infinity));
    const [from, to] = [line[at]!, line[at + 1]!];
    assert.equal(from[1], to[1], "it runs along one lane");
    return from[1];
  };

  it("shows the player of a transfer as holder until the next one", () => {
    const line = holderLine([
      [1000, 0],
      [2000, 1],
      [3000, 1],
      [4000, 0],
    ]);
    assert.deepEqual(
      [1500, 2500, 3500].map((timeMs) => holderAt(line, timeMs)),
      [0, 1, 1],
    );
  });
});

describe("what came of a case", () => {
  const copy = (holderName: string, place: string) => ({ itemId: "i", place, slot: "0", holderName }) as never;
  const record = (more: Partial<CaseRecord> = {}) =>
    ({
      number: 12,
      type: "DUPLICATE_ITEM",
      status: "open",
      cause: "",
      acts: [],
      copies: [copy("Alex", "player:a"), copy("Bo", "player:b")],
      ...more,
    }) as unknown as CaseRecord;
  const taken = (state: string) => [{ caseNumber: 12, state, takenFrom: copy("Bo", "player:b") }] as never;

  it("is whose copy was taken, and who kept the original", () => {
    assert.equal(
      verdictSentence(record(), taken("held"), SAY),
      "The copy of Bo was taken. Alex kept the original. The case is open.",
    );
    const acts = [{ act: "dismiss", by: "Mod", atMs: 1, note: "a kit" }] as const;
    assert.equal(
      verdictSentence(record({ status: "dismissed", acts }), taken("returned"), SAY),
      "The copy of Bo was taken. Alex kept the original. It was given back. Mod dismissed it (a kit).",
    );
    assert.equal(verdictSentence(record(), [], SAY), "Nothing has been taken. The case is open.");
    assert.equal(verdictSentence(record(), taken("dropped"), SAY), "Nothing has been taken. The case is open.");
  });

  it("says what was done, and why copies were left where they are, in words", () => {
    const act = { act: "hold", by: "Doubletake", atMs: 1, note: "unknown-first" } as const;
    const held = actLine(act, "noon", SAY);
    assert.match(held, /^noon Doubletake .* \(nobody can say which copy was there first\)$/);
    assert.match(actLine({ ...act, note: "a reason of later" }, "noon", SAY), / \(a reason of later\)$/);
    const confirmed = actLine({ ...act, act: "confirm", note: "unknown-first" }, "noon", SAY);
    assert.match(confirmed, / \(unknown-first\)$/, "staff wrote that themselves");
  });

  it("comes with what staff can type next", () => {
    assert.deepEqual(shownCommands(record({ status: "confirmed" }), taken("held")), [
      "/doubletake tp 12 1",
      "/doubletake reopen 12",
      "/doubletake restore 12",
    ]);
  });
});

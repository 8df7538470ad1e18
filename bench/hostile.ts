// Our longest tick in worlds that a cheat has filled to freeze the server, against the same world before the trick.
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { blockPlace, groundPlace, type PlaceKey } from "../src/core/index.ts";
import { type FakeStack, fakeStack } from "../src/testing/fake-item.ts";
import { HostileGame } from "./hostile/hostile-game.ts";
import type { BenchOptions } from "./run.ts";
import { median, round } from "./store/percentiles.ts";

const TARGET_MS = 5;
/** Ticks before the trick, in which everything gets its id and the code warms up. */
const WARM_TICKS = 60;
const LONGEST_RUN_TICKS = 2000;
/** How often each world is played, in one process, at the pace of a server. The median of each figure counts. */
const PLAYS = 3;
/** How often it is played before that, as fast as possible. */
const WARM_PLAYS = 2;
/** Ticks at the pace of a server before the trick. */
const CALM_TICKS = 20;
/** The length of a tick while nothing is measured. */
const QUICK_MS = 3;

/** Sets the world up. Returns what the cheat does in it, and whether all consequences are over. */
type HostileWorld = (game: HostileGame) => {
  readonly trick: () => void;
  readonly isDone: () => boolean;
  /**
   * Ticks before the trick. Every place must have been looked at after its ids are known, otherwise nobody can say which copy
   * was first.
   */
  readonly warmTicks?: number;
};

const WORLDS: Readonly<Record<string, HostileWorld>> = {
  "box of 200": doubledBox(200),
  "box of 600": doubledBox(600),
  "box of 1500": doubledBox(1500),
  "box of 5000": doubledBox(5000),
  "27 boxes of 27": doubledChest(() => box(swords(27)), 27),
  "boxes 40 deep": doubledChest(() => nested(40), 27),
  "5000 ids at once": doubledGround(5000, 1000),
  "container of 20000": hugeContainer(20_000),
  "busy ground of 4000": busyGround(4000),
  "1000 claims": manyClaims(1000),
  "20000 places": manyPlaces(20_000, 500),
};

export async function run({ only }: BenchOptions): Promise<Record<string, unknown>> {
  const figures: Record<string, unknown> = {};
  const names = Object.keys(WORLDS).filter((name) => only.length === 0 || only.includes(name));
  for (const name of names) {
    const world = WORLDS[name]!;
    // A server that has run for hours has compiled its code.
    for (let turn = 0; turn < WARM_PLAYS; turn++) await play(world, QUICK_MS);
    const plays: Figure[] = [];
    for (let turn = 0; turn < PLAYS; turn++) plays.push(await play(world));
    const middle = (of: keyof Figure) => round(median(plays.map((figure) => Number(figure[of]))));
    const all = plays.map(({ longestTickMs }) => longestTickMs);
    figures[name] = {
      longestTickMs: middle("longestTickMs"),
      shortestOfAllMs: round(Math.min(...all)),
      longestOfAllMs: round(Math.max(...all)),
      withoutGarbageMs: middle("withoutGarbageMs"),
      garbageMs: middle("garbageMs"),
      beforeMs: middle("beforeMs"),
      mostStacksATick: middle("mostStacksATick"),
      ticks: middle("ticks"),
      isDone: plays.every(({ isDone }) => isDone),
      alerts: middle("alerts"),
    };
    console.error(name, JSON.stringify(figures[name]));
  }
  return { baseline: "the same world before the trick", targetMs: TARGET_MS, load: loadavg()[0], worlds: figures };
}

interface Figure {
  readonly longestTickMs: number;
  readonly withoutGarbageMs: number;
  readonly garbageMs: number;
  readonly beforeMs: number;
  readonly mostStacksATick: number;
  readonly ticks: number;
  readonly isDone: boolean;
  readonly alerts: number;
}

/** `paceMs` is the length of a tick after the trick, including the time that the server idles. */
async function play(world: HostileWorld, paceMs?: number): Promise<Figure> {
  const game = new HostileGame();
  await game.start();
  const { trick, isDone, warmTicks = WARM_TICKS } = world(game);
  for (let tick = 0; tick < warmTicks; tick++) await game.tick(QUICK_MS);
  // Lets the store answer everything, otherwise nobody could say which copy was there first.
  for (let tick = 0; tick < CALM_TICKS; tick++) await game.tick();
  const before = game.longestMs;
  // Garbage from setting up the world must not count for the trick.
  globalThis.gc?.();
  game.forgetLongest();
  trick();
  let ticks = 0;
  while (ticks < 40 || (!isDone() && ticks < LONGEST_RUN_TICKS)) {
    await game.tick(paceMs);
    ticks++;
  }
  const figure = {
    longestTickMs: game.longestMs,
    withoutGarbageMs: game.longestWorkMs,
    garbageMs: game.longestGarbageMs,
    beforeMs: before,
    mostStacksATick: game.mostSeen,
    ticks,
    isDone: isDone(),
    alerts: game.alerts,
  };
  await game.stop();
  return figure;
}

function swords(count: number): FakeStack[] {
  return Array.from({ length: count }, () => fakeStack("diamond_sword", { tag: randomUUID() }));
}

function box(slots: FakeStack[]): FakeStack {
  return fakeStack("shulker_box", { tag: randomUUID(), inside: { kind: "shulker-box", slots } });
}

function nested(depth: number): FakeStack {
  let inner = box(swords(3));
  for (let level = 1; level < depth; level++) inner = box([inner, ...swords(3)]);
  return inner;
}

function chest(x: number): PlaceKey {
  return blockPlace({ world: "world", x, y: 64, z: 0 });
}

/** A box with many items, and a copy of it that turns up with another player. */
function doubledBox(items: number): HostileWorld {
  return (game) => {
    const original = box(swords(items));
    const alex = game.joinWith("Alex", [original]);
    const copy = structuredClone(original);
    const bo = game.joinWith("Bo", []);
    return {
      trick: () => {
        bo.slots[0] = copy;
        game.touch(bo.place);
      },
      isDone: () => [alex, bo].filter(({ slots }) => slots[0] !== undefined).length === 1,
    };
  };
}

/** A chest of boxes, copied whole into another chest. */
function doubledChest(make: () => FakeStack, count: number): HostileWorld {
  return (game) => {
    const slots: (FakeStack | undefined)[] = Array.from({ length: count }, make);
    game.joinWith("Alex", []);
    game.put(chest(1), slots);
    const copies: (FakeStack | undefined)[] = structuredClone(slots);
    return {
      trick: () => {
        game.put(chest(2), copies);
        game.touch(chest(2));
      },
      isDone: () => [...slots, ...copies].filter((stack) => stack !== undefined).length === count,
      warmTicks: 150,
    };
  };
}

/** Items on the ground of some chunks, and a copy of each in other chunks. */
function doubledGround(items: number, perChunk: number): HostileWorld {
  return (game) => {
    game.joinWith("Alex", []);
    const all: (FakeStack | undefined)[][] = [];
    for (let chunk = 0; chunk < items / perChunk; chunk++) {
      const slots = swords(perChunk);
      all.push(slots);
      game.put(groundPlace({ world: "world", x: 16 * chunk, y: 64, z: 0 }), slots);
    }
    const copies: (FakeStack | undefined)[][] = structuredClone(all);
    return {
      trick: () => {
        for (const [chunk, slots] of copies.entries()) {
          const place = groundPlace({ world: "world", x: 16 * chunk, y: 64, z: 160 });
          game.put(place, slots);
          game.touch(place);
        }
      },
      isDone: () => [...all, ...copies].flat().filter((stack) => stack !== undefined).length === items,
      warmTicks: 150,
    };
  };
}

/** A container with more items than any game allows. One item changes each tick. */
function hugeContainer(items: number): HostileWorld {
  return (game) => {
    game.joinWith("Alex", []);
    const slots: (FakeStack | undefined)[] = swords(items);
    game.put(chest(1), slots);
    let ticks = 0;
    return {
      trick: () => undefined,
      isDone: () => {
        slots[ticks] = undefined;
        game.touch(chest(1));
        return ++ticks > 60;
      },
    };
  };
}

/** Very many items on the ground of one chunk, and one more each tick. */
function busyGround(items: number): HostileWorld {
  return (game) => {
    game.joinWith("Alex", []);
    const place = groundPlace({ world: "world", x: 0, y: 64, z: 0 });
    const slots: (FakeStack | undefined)[] = swords(items);
    game.put(place, slots);
    let ticks = 0;
    return {
      trick: () => undefined,
      isDone: () => {
        slots.push(...swords(1));
        game.touch(place);
        return ++ticks > 60;
      },
    };
  };
}

/** A player leaves with a full box, and everything in it turns up elsewhere. */
function manyClaims(items: number): HostileWorld {
  return (game) => {
    const original = box(swords(items));
    game.joinWith("Alex", []);
    const bo = game.joinWith("Bo", [original]);
    const copy = structuredClone(original);
    let ticks = 0;
    return {
      trick: () => {
        game.quit(bo);
        game.put(chest(1), [copy]);
        game.touch(chest(1));
      },
      isDone: () => ++ticks > 100,
    };
  };
}

/** Very many chests. Some of them, each in its own chunk, hold an item whose copy turns up in another chest. */
function manyPlaces(places: number, items: number): HostileWorld {
  return (game) => {
    game.joinWith("Alex", []);
    const chests: (FakeStack | undefined)[][] = [];
    const at = (index: number) =>
      blockPlace({ world: "world", x: 16 * (index % 200), y: 64, z: 16 * Math.floor(index / 200) });
    for (let index = 0; index < places; index++) {
      chests.push(index < items ? swords(1) : []);
      game.put(at(index), chests[index]!);
      if (index < items) game.touch(at(index));
    }
    return {
      trick: () => {
        for (let index = 0; index < items; index++) {
          chests[items + index]!.push(structuredClone(chests[index]![0]));
          game.touch(at(items + index));
        }
      },
      isDone: () => chests.flat().filter((stack) => stack !== undefined).length === items,
      warmTicks: 1200,
    };
  };
}

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { FakeItem, fakeStack } from "../../src/testing/fake-item.ts";
import { act, join, quit } from "../../src/testing/unpublished/story.ts";
import { round } from "../store/percentiles.ts";
import { type BenchServer, playAll } from "./bench-server.ts";

const ACTS = 2_000;
const SWITCHES = 20;
const CARRIED = 20;

interface ActCost {
  readonly acts: number;
  /** Target 0. */
  readonly notifications: number;
  /** Target 0. Heartbeats and the question for disputes come by time, and do not count. */
  readonly questions: number;
}

/** A player puts swords into a chest and takes them out again. Counts what the network hears of it. */
export async function actCost(url: string, [server, other]: readonly [BenchServer, BenchServer]): Promise<ActCost> {
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  const { rows } = await listener.query<{ ref: number }>("SELECT ref FROM dt_servers");
  for (const { ref } of rows) await listener.query(`LISTEN doubletake_${ref}`);
  let notifications = 0;
  listener.on("notification", () => {
    notifications++;
  });
  const { game } = server;
  const chest = game.platform.chest("block:world:1000,64,0");
  const swords = Array.from({ length: CARRIED }, () => fakeStack("diamond_sword"));
  const player = join(game, "Worker", { slots: [...swords] });
  await playAll(
    [server, other],
    () => undefined,
    (tick) => tick === 100,
  );
  const before = byDemand(server) + byDemand(other);
  let acts = 0;
  await playAll(
    [server, other],
    (tick) => {
      for (let slot = 0; slot < CARRIED; slot++) {
        const [from, to] = tick % 2 === 0 ? [player.slots, chest] : [chest, player.slots];
        to[slot] = from[slot];
        from[slot] = undefined;
        act(game, player, new FakeItem(swords[slot]!), ["block:world:1000,64,0"]);
        acts++;
      }
    },
    (tick) => tick * CARRIED >= ACTS,
  );
  await server.store.counts();
  await pause(200);
  const questions = byDemand(server) + byDemand(other) - before;
  quit(game, player);
  await listener.end();
  return { acts, notifications, questions };
}

interface SwitchCost {
  readonly switches: number;
  readonly itemsCarried: number;
  /** Target 1. */
  readonly questionsASwitch: number;
  /** The leaving record is written by the server that the player leaves. */
  readonly leavingRecordsASwitch: number;
  /**
   * All other questions of a join, which a single server asks too: messages that the player has not seen yet, and who owns the
   * items.
   */
  readonly otherQuestionsASwitch: number;
}

/** A player with a full bag switches back and forth. */
export async function switchCost(servers: readonly [BenchServer, BenchServer]): Promise<SwitchCost> {
  const slots = Array.from({ length: CARRIED }, () => fakeStack("diamond_sword"));
  let [here, there] = servers;
  let player = join(here.game, "Traveller", { slots });
  const playOn = (ticks: number) =>
    playAll(
      servers,
      () => undefined,
      (tick) => tick === ticks,
    );
  await playOn(100);
  const of = (question: string) => servers.reduce((sum, { asked }) => sum + (asked.get(question) ?? 0), 0);
  const all = () => servers.reduce((sum, server) => sum + byDemand(server), 0);
  const before = { joined: of("playerJoined"), left: of("playerLeft"), all: all() };
  for (let nth = 0; nth < SWITCHES; nth++) {
    const carried = [...player.slots];
    quit(here.game, player);
    [here, there] = [there, here];
    player = join(here.game, "Traveller", { slots: carried });
    await playOn(60);
  }
  const [joined, left] = [of("playerJoined") - before.joined, of("playerLeft") - before.left];
  quit(here.game, player);
  return {
    switches: SWITCHES,
    itemsCarried: CARRIED,
    questionsASwitch: round(joined / SWITCHES),
    leavingRecordsASwitch: round(left / SWITCHES),
    otherQuestionsASwitch: round((all() - before.all - joined - left) / SWITCHES),
  };
}

const BY_TIME = new Set(["heartbeat", "servers", "openDisputes", "changedCases", "quarantined", "counts", "writeNote"]);

/** Questions caused by events in the game. */
function byDemand({ asked }: BenchServer): number {
  return [...asked].reduce((sum, [question, times]) => sum + (BY_TIME.has(question) ? 0 : times), 0);
}

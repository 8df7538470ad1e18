import { join } from "../../simulator/acts/sessions.ts";
import { EventChannel } from "../../simulator/faults/event-channel.ts";
import { type EventFaults, NO_EVENT_FAULTS } from "../../simulator/knobs.ts";
import { PRESETS } from "../../simulator/presets.ts";
import { streamsOf } from "../../simulator/random.ts";
import { GoodsTruth } from "../../simulator/truth/goods/goods-truth.ts";
import { Truth } from "../../simulator/truth/truth.ts";
import type { Session } from "../../simulator/world/account.ts";
import { World } from "../../simulator/world/world.ts";

const { graceMs, sweepTicks, scanTicks } = PRESETS.goods;
const SPAWN = { world: "world", x: 8, y: 64, z: 8 };

export const ALWAYS_LOST: EventFaults = { ...NO_EVENT_FAULTS, lost: 1 };
export const ALWAYS_HELD_BACK: EventFaults = { ...NO_EVENT_FAULTS, reordered: 1 };

/** An empty world of goods, in which events get lost or not as the test says. */
export function goodsWorld(faults: EventFaults, tick = 0): World {
  const streams = streamsOf(1);
  const truth = new Truth({ graceTicks: graceMs / 50, sweepTicks, scanTicks });
  truth.tick = tick;
  truth.goods = new GoodsTruth(truth, scanTicks);
  const channel = new EventChannel(faults, streams.faults, truth);
  const world = new World(PRESETS.goods, streams, truth, channel);
  channel.world = world;
  return world;
}

/** A player who has joined. */
export function joined(world: World, name = "Alice"): Session {
  return join(world, world.addAccount(name, "miner", SPAWN));
}

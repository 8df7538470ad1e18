import { type FakeStack, fakeStack } from "../fake-item.ts";
import { FakePlatform } from "../fake-platform.ts";
import { type FakeService, startedService } from "./fake-service.ts";

/** More ticks than a scan of all players and a pass over all places take. */
export const EVERYTHING = 420;

/** Staff are told of every single diamond, or block of diamonds, that is too many. */
export const DIAMONDS_WATCHED = "balance:\n  materials:\n    diamond: 1\n    diamond_block: 1\n";

export function diamonds(count: number): FakeStack {
  return fakeStack("diamond", { count });
}

export function diamondBlocks(count: number): FakeStack {
  return fakeStack("diamond_block", { count, maxStackSize: 64 });
}

/** What staff were told of balances, as `player details`. */
export function toldOfBalances({ outside }: FakeService): string[] {
  return outside.sent
    .filter(({ type }) => type === "BALANCE_DISCREPANCY")
    .map(({ player, details }) => `${player} ${details}`);
}

/** A game in which diamonds and blocks of them are watched, and made of each other. */
export function diamondGame(): Promise<FakeService> {
  return startedService({ config: DIAMONDS_WATCHED, platform: withDiamondBlocks() });
}

/** Diamonds and blocks are made of each other here, and nuggets of diamonds. */
export function withDiamondNuggets(): FakePlatform {
  const platform = withDiamondBlocks();
  platform.recipes.set("DIAMOND_NUGGET", [{ makes: 9, from: [{ anyOf: ["minecraft:diamond"], count: 1 }] }]);
  return platform;
}

/** Diamonds and blocks are made of each other here. */
export function withDiamondBlocks(): FakePlatform {
  const platform = new FakePlatform();
  platform.recipes.set("DIAMOND", [{ makes: 9, from: [{ anyOf: ["minecraft:diamond_block"], count: 1 }] }]);
  platform.recipes.set("DIAMOND_BLOCK", [{ makes: 1, from: [{ anyOf: ["minecraft:diamond"], count: 9 }] }]);
  return platform;
}

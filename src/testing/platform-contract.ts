import { describe } from "node:test";
import type { OpenGame } from "./platform-contract/game-under-test.ts";
import { itemContract } from "./platform-contract/items.ts";
import { placeContract } from "./platform-contract/places.ts";
import { playerContract } from "./platform-contract/players.ts";
import { recipeContract } from "./platform-contract/recipes.ts";
import { removalContract } from "./platform-contract/removal.ts";

export type { GameUnderTest, NewStack, OpenGame } from "./platform-contract/game-under-test.ts";

/** What every platform must do. The fake game runs it, and so does each adapter, in its real game server. */
export function platformContract(name: string, open: OpenGame): void {
  describe(`platform contract: ${name}`, () => {
    playerContract(open);
    placeContract(open);
    itemContract(open);
    removalContract(open);
    recipeContract(open);
  });
}

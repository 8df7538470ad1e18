import { describe } from "node:test";
import type { OpenGame } from "./game-under-test.ts";
import { itemContract } from "./items.ts";
import { placeContract } from "./places.ts";
import { playerContract } from "./players.ts";
import { recipeContract } from "./recipes.ts";
import { removalContract } from "./removal.ts";
import { replacingContract } from "./replacing.ts";

export type { GameUnderTest, NewStack, OpenGame } from "./game-under-test.ts";

/** What every platform must do. The fake game runs it, and so does each adapter, in its real game server. */
export function platformContract(name: string, open: OpenGame): void {
  describe(`platform contract: ${name}`, () => {
    playerContract(open);
    placeContract(open);
    itemContract(open);
    removalContract(open);
    replacingContract(open);
    recipeContract(open);
  });
}

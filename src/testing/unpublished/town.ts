import { blockPlace, type PlaceKey } from "../../core/index.ts";
import { type FakeService, startedService } from "./fake-service.ts";
import { play } from "./story.ts";

/** Starts a game with so many loaded chests that neither scan nor sweep, which comes to `chests` last, finds anything there within a test. */
export async function startedInATown(chests: readonly PlaceKey[]): Promise<FakeService> {
  const game = await startedService({ config: "scan-interval: 20000" });
  for (let number = 0; number < 600; number++)
    game.platform.chest(blockPlace({ world: "town", x: number, y: 64, z: 0 }));
  for (const chest of chests) game.platform.chest(chest);
  await play(game, 14);
  return game;
}

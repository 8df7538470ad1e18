import { after, before } from "node:test";
import { PermissionsFile } from "../../../src/index.ts";
import { ItemEvents } from "../../../src/platforms/flying-squid/events/item-events.ts";
import { FlyingSquidPlatform } from "../../../src/platforms/flying-squid/flying-squid-platform.ts";
import { Game } from "../../../src/platforms/flying-squid/game.ts";
import { PlayerSaves } from "../../../src/platforms/flying-squid/player-saves.ts";
import { setUpPlayers } from "../../../src/platforms/flying-squid/player-setup.ts";
import { platformContract } from "../../../src/testing/platform-contract/platform-contract.ts";
import { RecordingLog } from "../../../src/testing/unpublished/recording-log.ts";
import { ContractGame } from "./support/contract-game.ts";
import { SquidHarness, VERSIONS } from "./support/squid-harness.ts";

for (const version of VERSIONS) {
  let harness: SquidHarness;
  let game: Game;
  let platform: FlyingSquidPlatform;

  before(async () => {
    harness = await SquidHarness.start({
      version,
      prepare: (serv, dir) => {
        const log = new RecordingLog();
        game = new Game(serv, new PermissionsFile(dir, "Operators have all.", log));
        platform = new FlyingSquidPlatform(game);
        const events = new ItemEvents(game, () => {});
        setUpPlayers({ game, platform, events, saves: new PlayerSaves(log) });
      },
    });
  });

  after(() => harness.discard());

  platformContract(`flying-squid on ${version}`, async (context) => {
    const driver = new ContractGame(harness, game, platform);
    context.after(() => driver.close());
    return driver.asGame();
  });
}

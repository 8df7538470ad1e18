import { after, before } from "node:test";
import { Game } from "../../../src/platforms/serenity/game.ts";
import { SerenityPlatform } from "../../../src/platforms/serenity/serenity-platform.ts";
import { platformContract } from "../../../src/testing/platform-contract/platform-contract.ts";
import { ContractGame } from "./support/contract-game.ts";
import { ServerHarness } from "./support/server-harness.ts";

let server: ServerHarness;
let platform: SerenityPlatform;

before(async () => {
  server = await ServerHarness.start({
    viewDistance: 2,
    // Serenity 0.8.21 never unloads a chunk that holds anything with its own file provider: see the provider in use here.
    unloadsChunks: true,
    prepare: (serenity) => {
      platform = new SerenityPlatform(new Game(serenity));
    },
  });
});

after(async () => {
  await server.discard();
});

platformContract("serenity", async (context) => {
  const game = new ContractGame(server, platform);
  context.after(() => game.close());
  return game;
});

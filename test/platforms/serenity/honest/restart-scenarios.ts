import { box, inv, type Lab } from "../support/lab.ts";
import { until } from "../support/wait.ts";
import { type HonestScenario, holdsSword, pickUp, throwSword, withSword } from "./honest-scenario.ts";

/** Scenarios that share one end of the server. */
interface HonestBatch {
  readonly end: "stop" | "crash";
  readonly scenarios: readonly HonestScenario[];
}

export const RESTART_SCENARIOS: readonly HonestBatch[] = [
  {
    end: "stop",
    scenarios: [
      {
        name: "the server is restarted with the sword in a player's hand",
        run: (lab) => withSword(lab).then(() => {}),
        after: adaHasIt,
      },
      {
        name: "the server is restarted with the sword in a chest that is open",
        async run(lab) {
          await lab.storeSword(await withSword(lab), "chest");
        },
        after: takeOut,
      },
      {
        name: "the server is restarted with the sword on the ground, and another picks it up",
        async run(lab) {
          await throwSword(lab, await withSword(lab));
        },
        after: async (lab) => pickUp(lab, await lab.join("Ben")),
      },
    ],
  },
  {
    end: "crash",
    scenarios: [
      {
        name: "the server is killed, and what was saved is consistent: in a hand",
        async run(lab) {
          await lab.relog(await withSword(lab));
          await lab.server.call("save");
        },
        after: adaHasIt,
      },
      {
        name: "the server is killed, and what was saved is consistent: in a chest",
        async run(lab) {
          const ada = await withSword(lab);
          await lab.storeSword(ada, "chest");
          await lab.server.call("save");
          await lab.relog(ada);
        },
        after: takeOut,
      },
      {
        // This and the next must be the last of their batch, because the world must not be saved again.
        name: "the server is killed, and what happened after the save is undone: a sword is back in its chest",
        async run(lab) {
          const ada = await withSword(lab);
          await lab.storeSword(ada, "chest");
          await lab.relog(ada);
          await lab.server.call("save");
          const ben = await lab.join("Ben");
          await ben.world.openBlock(lab.at(3, 3));
          await ben.acts.take(1, box(3), inv(0));
          await until("the sword", () => holdsSword(lab, ben));
        },
        after: takeOut,
      },
      {
        name: "the server is killed, and a trade after the save is undone",
        async run(lab) {
          const ada = await lab.relog(await withSword(lab));
          const ben = await lab.join("Ben");
          lab.goTo(ada, 15, 8);
          await throwSword(lab, ada);
          await pickUp(lab, ben);
        },
        async after(lab) {
          await adaHasIt(lab);
          await lab.join("Ben");
        },
      },
    ],
  },
];

async function adaHasIt(lab: Lab): Promise<void> {
  const ada = await lab.join("Ada");
  await until("the sword", () => holdsSword(lab, ada));
  await ada.acts.take(1, inv(0), inv(5));
}

async function takeOut(lab: Lab): Promise<void> {
  const ada = await lab.join("Ada");
  await ada.world.openBlock(lab.at(3, 3));
  await ada.acts.take(1, box(3), inv(0));
  await until("the sword", () => holdsSword(lab, ada));
}

import { interacted, useUp } from "../acts/carrying.ts";
import { open } from "../acts/containers.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { ScenarioKind } from "../scenarios/script.ts";
import type { Session } from "../world/account.ts";
import { BOX, TOOLS } from "../world/material.ts";
import { lift } from "../world/slots.ts";
import { savedStack } from "../world/snapshot.ts";
import { type Stack, withContents } from "../world/stack.ts";

export const templates: ScenarioKind = {
  id: "H11",
  title: "templates: kit, crate, shop stock, quest reward, merchant offer",
  twin: "D12",
  hasUnannouncedTwin: true,
  *play(scenario) {
    const { world, random } = scenario;
    const takers = [scenario.player(), scenario.player()];
    // This kit is made from an item that staff hold. A kit from a file would have no id and be a new item each time.
    const template = scenario.treasure(scenario.player(), random.pick([...TOOLS, BOX]));
    yield random.between(2, 220);
    if (!scenario.isLive(template)) return;
    world.store("templates").add(lift(template));
    for (const taker of takers) {
      const kit = copyOf(scenario, template, "D12", "kit starter", taker);
      if (kit) interacted(world, taker, kit, "GIVE");
      yield random.between(5, 100);
    }
    yield random.between(20, 250);
  },
};

export const staffRestore: ScenarioKind = {
  id: "H13",
  title: "staff give or restore; the old item is really gone",
  twin: "D22",
  hasUnannouncedTwin: true,
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const thing = scenario.treasure(player, random.pick(TOOLS));
    yield random.between(20, 220);
    if (!scenario.isLive(thing)) return;
    const lost = savedStack(thing);
    if (random.chance(0.5)) useUp(world, player, thing);
    else world.items.end(thing);
    yield random.between(20, 300);
    if (scenario.isFaulty) world.truth.resurrected(lost.lineage!);
    else scenario.server.announce({ cause: "staff restore", ids: lost.tag === undefined ? [] : [lost.tag] });
    const restored = scenario.keep(world.items.revive(lost));
    scenario.giveTo(player, restored);
    interacted(world, player, restored, "GIVE");
    yield random.between(20, 220);
  },
};

export const fromQuarantine: ScenarioKind = {
  id: "H14",
  title: "return from quarantine",
  twin: "D22",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const thing = scenario.treasure(player, random.pick(TOOLS));
    yield random.between(20, 100);
    if (!scenario.isLive(thing)) return;
    world.items.end(thing);
    yield random.between(20, 200);
    const fresh = scenario.keep(world.items.mint(thing.material));
    scenario.giveTo(player, fresh);
    interacted(world, player, fresh, "RESTORED");
    yield 40;
  },
};

export const creativeClone: ScenarioKind = {
  id: "H12",
  title: "creative clone, pick-block with contents",
  twin: "D07",
  *play(scenario) {
    const { world, random } = scenario;
    const builder = scenario.player();
    builder.account.isCreative = true;
    const thing = scenario.treasure(builder);
    yield random.between(5, 60);
    for (let clones = random.between(1, 3); clones > 0; clones--) {
      if (!scenario.isLive(thing)) return;
      const clone = scenario.keep(world.items.sanctionedCopy(thing));
      world.channel.emit({ kind: "authored-item", action: "CREATIVE", session: builder, stack: clone });
      scenario.giveTo(builder, clone);
      interacted(world, builder, clone, "CREATIVE");
      yield random.between(5, 250);
    }
  },
};

export const bulkEdit: ScenarioKind = {
  id: "H15",
  title: "WorldEdit paste, clone command, schematic with filled containers",
  twin: "D22",
  hasUnannouncedTwin: true,
  *play(scenario) {
    const { world, random } = scenario;
    const builder = scenario.player();
    const chunk = scenario.stage(builder);
    const sources = [scenario.ownChest(chunk), scenario.ownChest(chunk)];
    for (const source of sources) {
      for (let items = 3; items > 0; items--) source.add(scenario.treasureInHand());
      open(world, builder, source);
    }
    yield random.between(20, 100);
    const targets = sources.map(() => scenario.ownChest(chunk));
    if (!scenario.isFaulty) scenario.server.announce({ cause: "paste", places: targets.map(({ place }) => place) });
    const paste = (copy: (stack: Stack) => Stack) => {
      sources.forEach((source, at) => {
        for (const stack of source.stacks()) targets[at]!.put(scenario.keep(copy(stack)), stack.index);
      });
    };
    if (scenario.isFaulty)
      scenario.duplication("pasted without a word", () => paste((stack) => world.items.copy(stack)), "D22");
    else paste((stack) => world.items.sanctionedCopy(stack));
    for (const target of targets)
      world.channel.emit({ kind: "sighting", action: "BLOCK_PLACE", slots: target, session: builder });
    yield random.between(40, 460);
  },
};

export const serverWantsIt: ScenarioKind = {
  id: "H25",
  title: "the server wants it: dupe command, bonus copies, vanilla dupers re-enabled",
  twin: "D05",
  hasUnannouncedTwin: true,
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const thing = scenario.treasure(player);
    yield random.between(20, 100);
    if (!scenario.isLive(thing)) return;
    const bonus = copyOf(scenario, thing, "D05", "bonus", player);
    if (bonus) interacted(world, player, bonus, "GIVE");
    yield random.between(40, 250);
  },
};

/** Makes a sanctioned copy if it is announced; otherwise an ordinary duplicate. */
function copyOf(scenario: Scenario, original: Stack, twin: string, cause: string, to: Session): Stack | undefined {
  if (scenario.isFaulty) {
    return scenario.duplicate(original, `${cause}, without a word`, (copy) => scenario.giveTo(to, copy), twin);
  }
  const ids = [...withContents(original)].flatMap(({ tag }) => tag ?? []);
  scenario.server.announce({ cause, ids });
  const copy = scenario.keep(scenario.world.items.sanctionedCopy(original));
  scenario.giveTo(to, copy);
  return copy;
}

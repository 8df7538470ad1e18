import type { Game, ReportEvent } from "../game.ts";
import { maxStackSizeOf } from "../items/item-data.ts";
import type { SquidPlayer } from "../squid-server.ts";

/** The arguments of `/give` as the server has parsed them. */
interface Gift {
  readonly players: readonly SquidPlayer[];
  readonly item: string;
  readonly count: string | number;
}

/**
 * Makes `/give` give each player separate stacks. The server's command (1.12) puts the same stack object into the slots of all
 * its targets, and merges a second sword into a stack of two.
 */
export function giveSeparateStacks({ serv, items, sessions }: Game, report: ReportEvent): void {
  const give = serv.commands.hash.give;
  if (give === undefined) return;
  const original = give.params.action;
  give.params.action = (parsed, context) => {
    const { players, item, count } = parsed as Gift;
    const name = serv.registry.itemsByName[item]?.name ?? serv.registry.items[Number(item)]?.name;
    const wanted = Math.trunc(Number(count));
    if (name === undefined || !(wanted > 0)) return original(parsed, context);
    for (const host of players) giveTo(host, name, wanted);
  };

  function giveTo(host: SquidPlayer, name: string, wanted: number): void {
    const player = sessions.of(host);
    const limit = maxStackSizeOf(serv.registry, name);
    let left = wanted;
    while (player !== undefined && left > 0) {
      const stack = items.create(name, Math.min(left, limit))!;
      if (!player.putAway(stack)) return;
      left -= stack.count;
      report({ kind: "interaction", player, item: items.wrap(stack), action: "GIVE" });
    }
  }
}

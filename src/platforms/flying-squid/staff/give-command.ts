import type { Game, Report } from "../game.ts";
import { maxStackSizeOf } from "../items/item-data.ts";
import type { SquidPlayer } from "../squid-server.ts";

/** What the server's own `/give` has read from the line. */
interface Gift {
  readonly players: readonly SquidPlayer[];
  readonly item: string;
  readonly count: string | number;
}

/**
 * Lets `/give` give each player stacks of their own. The server's command (1.12) puts one and the same stack into the slots of
 * everybody whom it is for, and makes a stack of two of a second sword.
 */
export function giveStacksOfTheirOwn({ serv, items, sessions }: Game, report: Report): void {
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

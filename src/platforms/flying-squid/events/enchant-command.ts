import type { Game, Report } from "../game.ts";
import type { SquidPlayer } from "../squid-server.ts";

/** Reports the held items that `/enchant` was used on. */
export function reportEnchanting({ serv, sessions }: Game, report: Report): void {
  const enchant = serv.commands.hash.enchant;
  if (enchant === undefined) return;
  const original = enchant.params.action;
  enchant.params.action = (parsed, context) => {
    const answer = original(parsed, context);
    for (const host of (parsed as { readonly players: readonly SquidPlayer[] }).players) {
      const player = sessions.of(host);
      const item = player?.heldItem();
      if (player && item) report({ kind: "interaction", player, item, action: "ENCHANT" });
    }
    return answer;
  };
}

import type { Player as HostPlayer, ItemStack } from "@serenityjs/core";
import { type ItemStackRequestSlotInfo, Packet } from "@serenityjs/protocol";
import type { Game, ReportEvent } from "../game.ts";
import { SerenityItem } from "../items/serenity-item.ts";
import type { SerenityPlayer } from "../serenity-player.ts";

/** Reports client requests for which Serenity 0.8.21 raises no signal. They are read from the packets. */
export function reportRequests({ serenity, sessions }: Game, report: ReportEvent): void {
  const { network } = serenity;
  /** The stacks that the current packet asks to use up. */
  const usedUp: { readonly player: SerenityPlayer; readonly stack: ItemStack }[] = [];

  network.on(Packet.ItemStackRequest, ({ connection, packet }) => {
    for (const { actions } of packet.requests) {
      for (const { destroyOrConsume } of actions) {
        // Nearly all actions are moves, which raise signals of their own.
        if (!destroyOrConsume) continue;
        const host = serenity.players.get(connection);
        if (host === undefined) return;
        const player = sessions.of(host);
        const stack = stackAt(host, destroyOrConsume.source);
        if (stack) usedUp.push({ player, stack });
      }
    }
  });
  network.after(Packet.ItemStackRequest, () => {
    if (usedUp.length === 0) return;
    for (const { player, stack } of usedUp.splice(0)) {
      if (stack.getStackSize() > 0) continue;
      const item = new SerenityItem(stack);
      report({ kind: "item-ended", item, action: "CONSUME", location: player.location(), player });
    }
  });

  // In creative mode these requests put an item with the data of a block or entity, including its contents, into the hand.
  network.after(Packet.BlockPickRequest, ({ connection }) => reportPick(serenity.players.get(connection)));
  network.after(Packet.EntityPickRequest, ({ connection }) => reportPick(serenity.players.get(connection)));

  function reportPick(host: HostPlayer | undefined): void {
    const player = host && sessions.of(host);
    if (player?.isCreative()) report({ kind: "sighting", place: player.place, action: "CREATIVE", player });
  }
}

function stackAt(host: HostPlayer, { container, slot }: ItemStackRequestSlotInfo): ItemStack | null | undefined {
  return host.getContainer(container)?.getItem(slot);
}

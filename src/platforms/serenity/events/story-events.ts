import { NetworkBound, ServerEvent, type World, WorldEvent } from "@serenityjs/core";
import { Packet } from "@serenityjs/protocol";
import type { Game, ReportEvent } from "../game.ts";

/** Reports kicks and saves. They only tell staff how a copy came to be; nothing is judged by them. */
export function reportStoryEvents({ serenity, sessions }: Game, report: ReportEvent): void {
  serenity.network.on(Packet.Disconnect, ({ bound, connection }) => {
    const host = bound === NetworkBound.Client ? serenity.players.get(connection) : undefined;
    if (host !== undefined) report({ kind: "story-event", what: "kick", player: sessions.of(host) });
  });

  // There is no signal for saves (0.8.21), so we wrap the provider's own functions, once for each world.
  const known = new WeakSet<World["provider"]>();
  const listen = ({ provider }: World) => {
    if (known.has(provider)) return;
    known.add(provider);
    const { onSave, writePlayer } = provider;
    provider.onSave = () => {
      report({ kind: "story-event", what: "save" });
      return onSave.call(provider);
    };
    provider.writePlayer = (uuid, data) => {
      const player = [...sessions.all()].find(({ host }) => host.uuid === uuid);
      if (player !== undefined) report({ kind: "story-event", what: "save", player });
      writePlayer.call(provider, uuid, data);
    };
  };
  serenity.on(WorldEvent.WorldInitialize, ({ world }) => listen(world));
  serenity.on(ServerEvent.Start, () => {
    for (const world of serenity.worlds.values()) listen(world);
  });
}

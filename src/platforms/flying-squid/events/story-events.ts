import type { Game, Report } from "../game.ts";
import type { SquidPlayer } from "../squid-server.ts";

/** Reports kicks. They only tell staff how a copy came to be; nothing is judged by them. */
export function reportStoryEvents({ sessions }: Game, report: Report, host: SquidPlayer): void {
  const { kick } = host;
  host.kick = (reason) => {
    const player = sessions.of(host);
    if (player !== undefined) report({ kind: "story-event", what: "kick", player });
    kick(reason);
  };
}

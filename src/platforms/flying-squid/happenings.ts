import type { Game, Report } from "./game.ts";
import type { SquidPlayer } from "./squid-server.ts";

/** What tells staff how a copy came to be, and nothing else: who is told to go, and who is saved. */
export function reportHappenings({ sessions }: Game, report: Report, host: SquidPlayer): void {
  const { kick, save } = host;
  const tell = (what: "kick" | "save") => {
    const player = sessions.of(host);
    if (player !== undefined) report({ kind: "happening", what, player });
  };
  host.kick = (reason) => {
    tell("kick");
    kick(reason);
  };
  host.save = () => {
    tell("save");
    return save();
  };
}

import {
  erasePlayer,
  type KnownPlayer,
  monthsElsewhere,
  type StoreReader,
  unfinishedErasure,
} from "../../operators.ts";
import { Refusal } from "../cli-errors.ts";
import type { CommandSpec } from "../command-spec.ts";
import { playerFrom } from "../resolve.ts";
import { type Setup, withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import { count } from "../terminal/table.ts";

export const erasePlayerCommand: CommandSpec = {
  name: "erase-player",
  summary: "replaces a player by a pseudonym, everywhere",
  words: [{ name: "player" }],
  options: { yes: { about: "does it; without this, it only shows what would be done" } },
  about:
    "Replaces a player's id and name by a random pseudonym in the store, cases with their stories, claims, quarantine and archive. What was found stays; who it was about is gone, and cannot be brought back. All servers must be stopped. If it is cut off, give the same command again. Backups, exports, reports, the game's own files, and names within items (heads, books) are not reached.",
  example: "doubletake erase-player Alex --yes",
  hasJson: true,
  async run({ words: [typed = ""], options, readSetup, output }) {
    const setup = readSetup();
    const player = await withReader(setup, (reader) => look(reader, setup, typed));
    const who = `${inert(player.name)} (${player.id})`;
    if (options.yes === undefined) {
      output.json({ playerId: player.id, erased: false });
      output.line(`${who} would be replaced by a pseudonym everywhere, and could not be brought back.`);
      output.line(`To do it: doubletake erase-player ${player.id} --yes`);
      return 0;
    }
    const done = await erasePlayer(setup.engine, setup.folder, player);
    output.json({ erased: true, ...done });
    output.line(`${who} is now ${done.pseudonym} (${done.pseudonymId}).`);
    output.line(`Changed: the player's entry, ${count(done.documents)} cases, claims, notes and quarantined items,`);
    output.line(
      `and ${count(done.archivedTransfers)} transfers in the archive. Backups and exports are yours to delete.`,
    );
    return 0;
  },
};

async function look(reader: StoreReader, { engine, folder }: Setup, typed: string): Promise<KnownPlayer> {
  const running = await reader.liveServers();
  if (running.length > 0)
    throw new Refusal(`Stop ${running.join(", ")} first: a running server would write the player back.`);
  const elsewhere = await monthsElsewhere(engine, reader);
  if (elsewhere.length > 0) {
    throw new Refusal("Part of the archive is on another server: run this where storage.archive-folder has all of it.");
  }
  const unfinished = unfinishedErasure(folder);
  if (unfinished && [unfinished.id, unfinished.name.toLowerCase()].includes(typed.toLowerCase())) return unfinished;
  return playerFrom(reader, typed);
}

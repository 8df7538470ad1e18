import { playerRecord } from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { readLimit } from "../read-numbers.ts";
import { playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import { facts } from "../terminal/table.ts";
import { showCases } from "./cases.ts";

export const recordCommand: CommandSpec = {
  name: "record",
  summary: "shows a player's cases, the verdicts, and what was taken",
  words: [{ name: "player" }],
  options: { limit: { value: "<rows>", about: "how many cases, the newest first (default: 20)" } },
  about:
    "Shows what is on record about a player: how many cases name the player or found a copy in the player's hands, how they were decided, what was taken and given back, and the cases themselves.",
  example: "doubletake record Bo",
  hasJson: true,
  isReader: true,
  async run({ words: [typed = ""], options, readSetup, output }) {
    const limit = readLimit(options.limit, 20);
    const { player, known } = await withReader(readSetup(), async (reader) => {
      const found = await playerFrom(reader, typed);
      return { player: found, known: await playerRecord(reader, found.id) };
    });
    const { cases, verdicts, taken, returned } = known;
    const shown = cases.slice(0, limit);
    output.json({ player, verdicts, taken, returned, cases: shown });
    if (cases.length === 0) {
      output.line(`There is no case with ${inert(player.name)}.`);
      return 0;
    }
    const counts = Object.entries(verdicts).map(([status, count]) => `${status}: ${count}`);
    const head = facts(
      [
        ["player", inert(player.name)],
        ["cases", `${cases.length}, ${counts.join(", ")}`],
        ["items taken", `${taken}, given back: ${returned}`],
      ],
      output.paint,
    );
    output.lines([...head, ""]);
    showCases(shown, output);
    return 0;
  },
};

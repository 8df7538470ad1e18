import { playerRecord } from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { readLimit } from "../limits.ts";
import { playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import { facts } from "../terminal/table.ts";
import { caseLines } from "./cases.ts";

export const record: CommandSpec = {
  name: "record",
  summary: "shows a player's cases, the verdicts, and what was taken",
  words: [{ name: "player" }],
  options: { limit: { value: "<rows>", about: "how many cases, the newest first (default: 20)" } },
  about:
    "Shows what there is about a player: how many cases name him or had a copy in his hands, how they were decided, what was taken from him and given back, and the cases themselves.",
  example: "doubletake record Bo",
  hasJson: true,
  isReader: true,
  async run({ words: [typed = ""], options, setup, output }) {
    const limit = readLimit(options.limit, 20);
    const { player, known } = await withReader(setup(), async (reader) => {
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
    for (const line of [...head, "", ...caseLines(shown, output.paint)]) output.line(line);
    return 0;
  },
};

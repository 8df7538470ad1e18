import type { StoreReader } from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { readLimit } from "../read-numbers.ts";
import { playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import { exactTime } from "../terminal/times.ts";

export const itemsCommand: CommandSpec = {
  name: "items",
  summary: "lists the items that a player has handled",
  words: [{ name: "player" }],
  options: {
    limit: { value: "<rows>", about: "how many items (default: 20)" },
    page: { value: "<n>", about: "which page of that many (default: 1)" },
  },
  about:
    "Lists the items that a player has handled, the most recently handled first. The player is named by the last known name, in upper or lower case, or by id.",
  example: "doubletake items Alex --page 2",
  hasJson: true,
  isReader: true,
  async run({ words: [typed = ""], options, readSetup, output }) {
    const limit = readLimit(options.limit, 20);
    const page = readLimit(options.page, 1);
    const { player, handled, isNetwork } = await withReader(readSetup(), (reader) => read(reader, typed, limit, page));
    const shown = handled.slice(0, limit);
    const hasMore = handled.length > limit;
    output.json({ player, page, hasMore, items: shown });
    if (shown.length === 0) output.line(`${inert(player.name)} has handled nothing${page > 1 ? " more" : ""}.`);
    else {
      output.table(shown, [
        ["last", (item) => exactTime(item.lastTimestamp)],
        ["item", (item) => item.itemId],
        ["material", (item) => item.material],
        ["action", (item) => item.lastAction],
        isNetwork && ["server", (item) => item.lastServer],
        ["location", (item) => item.lastLocation],
      ]);
      if (hasMore) output.line(output.paint("dim", `More: --page ${page + 1}`));
    }
    return 0;
  },
};

/** Reads one row more than is shown, to know whether there is another page. */
async function read(reader: StoreReader, typed: string, limit: number, page: number) {
  const player = await playerFrom(reader, typed);
  const handled = await reader.itemsOfPlayer(player.id, { offset: (page - 1) * limit, limit: limit + 1 });
  return { player, handled, isNetwork: (await reader.servers()).length > 1 };
}

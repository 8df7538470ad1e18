import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { backUpStore } from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { withReader } from "../setup.ts";
import { bytes } from "../terminal/table.ts";

export const backupCommand: CommandSpec = {
  name: "backup",
  summary: "copies the whole store into one file",
  words: [],
  options: {
    out: { value: "<file>", about: "the file to make (default: tracker-<time>.backup.db in the plugin folder)" },
  },
  about:
    "Copies everything that is committed into one compact SQLite file, also while the server runs. A backup of PostgreSQL is an SQLite file too: put it into a plugin folder as tracker.db, or bring it back with migrate --to postgres.",
  example: "doubletake backup --out /backups/tracker.db",
  hasJson: true,
  async run({ options, readSetup, output, nowMs }) {
    const setup = readSetup();
    const { folder, engine } = setup;
    const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    const file = resolve(options.out ?? join(folder, `tracker-${stamp}.backup.db`));
    await withReader(setup, async () => undefined);
    const bar = output.progress();
    await backUpStore(engine, file, ({ what, done, total }) => bar.show(what, done, total));
    bar.end();
    const size = statSync(file).size;
    output.json({ file, bytes: size });
    output.line(`Wrote ${file} (${bytes(size)}).`);
    return 0;
  },
};

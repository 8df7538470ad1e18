import type { IntegrityCheck } from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";

export const verifyCommand: CommandSpec = {
  name: "verify",
  summary: "checks that the store is whole",
  words: [],
  options: {},
  about:
    "Checks every reference between the tables, looks for orphaned rows, compares the quarantine with the cases, and counts what is kept as a count. Reads everything, which takes a while for a large store; a running server goes on. Exit code 1 if something is wrong.",
  example: "doubletake verify",
  hasJson: true,
  isReader: true,
  async run({ readSetup, output }) {
    const checks: IntegrityCheck[] = [];
    const bar = output.progress();
    await withReader(readSetup(), async (reader) => {
      for await (const check of reader.integrity()) {
        checks.push(check);
        bar.show("checking", checks.length, 0);
      }
    });
    bar.end();
    const broken = checks.filter(({ problems }) => problems > 0);
    output.json({ isWhole: broken.length === 0, checks });
    for (const { rule, problems, examples } of checks) {
      const mark = problems === 0 ? output.paint("green", "ok  ") : output.paint("red", "BAD ");
      output.line(
        `${mark} ${rule}${problems > 0 ? `: not true ${problems} ${problems === 1 ? "time" : "times"}` : ""}`,
      );
      for (const example of examples) output.line(`       ${inert(example)}`);
    }
    output.line();
    output.line(
      broken.length === 0
        ? `All ${checks.length} checks passed.`
        : `${broken.length} of ${checks.length} checks failed.`,
    );
    return broken.length === 0 ? 0 : 1;
  },
};

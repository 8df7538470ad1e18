import type { CaseRecord } from "../../../operators.ts";
import { h, section } from "../dom.ts";
import type { Report } from "../report.ts";
import { text } from "../texts.ts";

/** Marks the step that made the copy, in every language. */
const MAKING = "» ";

/** How the copies of a case came to be, step by step; empty if that is not known. */
export function storyOf(report: Report, { number }: CaseRecord): readonly HTMLElement[] {
  const found = report.data.stories.cases.find((story) => story.number === number);
  if (found === undefined) return [];
  return found.stories.map(([title = "", ...lines], at) =>
    section(
      title.replace(/:$/, ""),
      h("ol", { class: "story" }, lines.map(lineOf)),
      at === 0 && found.trick !== "" && h("p", { class: "quiet" }, found.trick),
    ),
  );
}

/** The tricks that were used more than once. */
export function tricksOf(report: Report): HTMLElement | undefined {
  const { tricks } = report.data.stories;
  if (tricks.length === 0) return undefined;
  return section(
    text("report.tricks"),
    h(
      "ul",
      { class: "commands" },
      tricks.map((trick) => h("li", {}, trick)),
    ),
  );
}

function lineOf(line: string): HTMLElement {
  const [time = "", ...rest] = line.split(" ");
  const told = rest.join(" ");
  const isMaking = told.startsWith(MAKING);
  const shown = isMaking ? h("b", {}, told.slice(MAKING.length)) : told;
  return h("li", isMaking ? { class: "making" } : {}, h("span", { class: "quiet" }, `${time} `), shown);
}

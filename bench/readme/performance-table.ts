import type { LastFigures, Measured } from "../machine/last-figures.ts";

/** A figure of a bench by its path, such as `sqlite.bytesPerRow`, divided for another unit and rounded for readers. */
type Figure = (path: string, divisor?: number) => string;

/** What the README says of a bench. One that is not here, or that was never measured, is left out. */
const ROWS: Readonly<Record<string, (figure: Figure) => string>> = {
  serenity: serverRow("SerenityJS"),
  "flying-squid": serverRow("flying-squid"),
  footprint: (figure) =>
    `A SerenityJS without clients: ${figure("addedMb")} MB more memory, of them ${figure("modulesAddMb.rss")} for our modules and ` +
    `${figure("runningAddsMb.threadHeaps")} for the heap of the storage thread. The package: ${figure("package.packedMb")} MB`,
  judge: (figure) =>
    `${figure("actsPerSecond")} acts a second with ${figure("knownIds")} known items: ${figure("judgeSharePercent")} % of the game's thread`,
  core: (figure) =>
    `An act with an item: ${figure("small.tagAndLogNs", 1000)} µs with ${figure("small.knownItems")} known items, ` +
    `${figure("large.tagAndLogNs", 1000)} µs with ${figure("large.knownItems")}. A known item: ${figure("bytesPerKnownItem")} bytes of memory`,
  hostile: (figure) =>
    `The longest tick when a cheat doubles a box of 200 items: ${figure("worlds.box of 200.longestTickMs")} ms; ` +
    `one of 5,000: ${figure("worlds.box of 5000.longestTickMs")} ms`,
  store: (figure) =>
    `A transfer in SQLite: ${figure("sqlite.bytesPerRow")} bytes; ${figure("sqlite.rowsPerS")} can be written in a second. ` +
    `An item's history among ten million: ${figure("sqlite.questions.at10M.historyMs.p50")} ms at p50, ` +
    `${figure("sqlite.questions.at10M.historyMs.p99")} ms at p99`,
  archive: (figure) =>
    `A transfer in the archive: ${figure("bytesPerTransfer")} bytes. An item's history from there: ` +
    `${figure("historyMs.p50")} ms at p50, ${figure("historyMs.p99")} ms at p99`,
  alerts: (figure) => `An alert to ${figure("channels")} chats: ${figure("microsPerAlert")} µs of the game's thread`,
};

/** The table of `README.md`, made of `docs/measurements/bench.json`. */
export function performanceTable(last: LastFigures): string {
  const rows = Object.entries(ROWS).flatMap(([name, row]) => {
    const measured = last[name];
    return measured === undefined ? [] : [`| ${row(figureOf(name, measured))} | ${whenAndWhere(name, measured)} |`];
  });
  return ["| what | measured by, when, at which load |", "|---|---|", ...rows].join("\n");
}

function serverRow(server: string): (figure: Figure) => string {
  return (figure) =>
    `A ${server} with ${figure("clients")} clients at work: ${figure("share")} % of the game's thread and ` +
    `${figure("memoryAddedMb.rss")} MB of memory; ${figure("tps.with")} ticks a second, without Doubletake ${figure("tps.without")}`;
}

function whenAndWhere(name: string, { date, commit, machine }: Measured): string {
  return `\`${name}\`, ${date.slice(0, 10)}, ${commit}; load ${rounded(machine.loadAverage[0]!)} on ${machine.cores} cores`;
}

/** A figure that the bench no longer has is an error: the row would say nothing. */
function figureOf(name: string, { figures }: Measured): Figure {
  return (path, divisor = 1) => {
    let value: unknown = figures;
    for (const key of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[key];
    if (typeof value !== "number") throw new Error(`the bench ${name} has no figure ${path}`);
    return rounded(value / divisor);
  };
}

/** One digit behind the point of small numbers. */
function rounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : 1;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

import type { CaseRecord, QuarantinedItem } from "../../operators.ts";
import type { ReportData } from "./report-data.ts";

/** A player who is named in more than one case, or was found with copies in more than one. */
interface RepeatedPlayer {
  readonly id: string;
  readonly cases: number;
  readonly open: number;
  readonly confirmed: number;
  /** Items that were taken from this player, whatever became of them. */
  readonly taken: number;
  readonly lastMs: number;
}

const NOBODY = /^0{8}-/;

/** The most cases first. */
export function repeatedPlayers(
  cases: readonly CaseRecord[],
  quarantine: ReportData["quarantine"],
): readonly RepeatedPlayer[] {
  const byPlayer = new Map<string, CaseRecord[]>();
  for (const record of cases) {
    const concerned = new Set([record.playerId, ...record.copies.map(({ holderId }) => holderId)]);
    for (const id of concerned) {
      if (id === "" || NOBODY.test(id)) continue;
      const records = byPlayer.get(id);
      if (records === undefined) byPlayer.set(id, [record]);
      else records.push(record);
    }
  }
  return [...byPlayer]
    .filter(([, records]) => records.length > 1)
    .map(([id, records]) => ({
      id,
      cases: records.length,
      open: records.filter(({ status }) => status === "open").length,
      confirmed: records.filter(({ status }) => status === "confirmed").length,
      taken: quarantine.filter(({ takenFrom, state }) => takenFrom.holderId === id && wasTaken(state)).length,
      lastMs: Math.max(...records.map(({ openedMs }) => openedMs)),
    }))
    .sort((a, b) => b.cases - a.cases || b.confirmed - a.confirmed || b.lastMs - a.lastMs);
}

/** As `playerRecord` counts: an item whose removal has only begun may still be with its player. */
function wasTaken(state: QuarantinedItem["state"]): boolean {
  return state !== "dropped" && state !== "taking";
}

import type { GoodsResult } from "../scoring/goods-score.ts";

/** What a run showed of the ledger of stackable goods. */
export function goodsTable(result: GoodsResult): string {
  const lines = [
    `recall         ${result.recall.toFixed(4)} (${result.misses} of ${result.due} missed)`,
    `provable       ${result.provable} of ${result.provable + result.covered} accounts above their threshold: recall is about these`,
    `not provable   ${result.covered}, of which ${result.coveredTold} were told all the same`,
    `told           ${percent(result.shareTold)} of what grew above the threshold, ${percent(result.shareBlamed)} with a name; ${result.shared} alerts without blame`,
    `false alarms   ${result.falseAlarms} (${result.falseAlarmsPer100000Acts.toFixed(2)} per 100,000 honest acts)`,
    `wrong numbers  ${result.wrongNumbers}`,
    `latency        ${result.latencyTicksP50} ticks, ${result.latencyTicksP99} at most in 99 of 100`,
    "",
  ];
  for (const [kind, due] of Object.entries(result.dueByKind).sort()) {
    lines.push(`${kind.padEnd(14)} ${result.recallByKind[kind]!.toFixed(4)} of ${due}`);
  }
  lines.push("");
  for (const [doubt, count] of Object.entries(result.coveredBy).sort(([, one], [, other]) => other - one)) {
    lines.push(`not provable: ${doubt.padEnd(36)} ${count}`);
  }
  lines.push("");
  for (const [cause, share] of Object.entries(result.shareUntoldBy).sort(([, one], [, other]) => other - one)) {
    lines.push(`not told: ${cause.padEnd(40)} ${percent(share)}`);
  }
  return lines.join("\n");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** How many one-letter changes count as a typing error in a name of this length. */
const slips = (name: string): number => Math.min(2, Math.floor(name.length / 3));

/**
 * The name that was meant, if the written one differs from it only by a typing error: upper and lower case, separators, a letter or two.
 * `undefined` if none is near.
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const wanted = plain(written);
  let nearest: string | undefined;
  let least = slips(wanted) + 1;
  for (const name of names) {
    const distance = editDistance(wanted, plain(name));
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

/** ` (did you mean "diamond"?)`, or nothing. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const nearest = nearestName(written, names);
  return nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** The number of letters to insert, remove or replace to turn one into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = row[column - 1]! + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

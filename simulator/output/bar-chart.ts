/** The bars of one colour: a value for every category. */
export interface Series {
  readonly name: string;
  readonly colour: string;
  readonly values: readonly number[];
}

interface BarChart {
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  /** The end of the axis. Absent: the largest value. */
  readonly top?: number;
}

const WIDTH = 1000;
const HEIGHT = 240;
const LEFT = 50;
const BOTTOM = 40;
const HEAD = 30;

/** Grouped bars as an SVG image. All names and numbers are our own, so nothing needs escaping. */
export function barChart({ categories, series, top }: BarChart): string {
  const highest = top ?? Math.max(1, ...series.flatMap(({ values }) => values));
  const plot = HEIGHT - BOTTOM - HEAD;
  const group = (WIDTH - LEFT) / Math.max(1, categories.length);
  const bar = (group * 0.8) / Math.max(1, series.length);
  const parts = [axis(highest, plot), legend(series)];
  categories.forEach((category, at) => {
    const x = LEFT + at * group;
    parts.push(`<text x="${round(x + group / 2)}" y="${HEIGHT - 12}" text-anchor="middle">${category}</text>`);
    series.forEach(({ name, colour, values }, column) => {
      const value = values[at] ?? 0;
      const height = (Math.min(value, highest) / highest) * plot;
      const left = round(x + group * 0.1 + column * bar);
      const y = round(HEAD + plot - height);
      parts.push(
        `<rect x="${left}" y="${y}" width="${round(bar * 0.9)}" height="${round(height)}" fill="${colour}"><title>${name}, ${category}: ${value}</title></rect>`,
      );
    });
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">${parts.join("")}</svg>`;
}

function axis(highest: number, plot: number): string {
  return [0, 0.5, 1]
    .map((share) => {
      const y = round(HEAD + plot * (1 - share));
      const label = `<text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${round(highest * share)}</text>`;
      return `<line x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}" stroke="#ddd"/>${label}`;
    })
    .join("");
}

function legend(series: readonly Series[]): string {
  return series
    .map(({ name, colour }, at) => {
      const x = LEFT + at * 130;
      return `<rect x="${x}" y="6" width="11" height="11" fill="${colour}"/><text x="${x + 16}" y="16">${name}</text>`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

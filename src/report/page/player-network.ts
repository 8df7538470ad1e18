import type { ItemsGiven } from "../model/items-given.ts";
import { type ChartSpec, tip } from "./charts.ts";
import { shortName } from "./item-timeline.ts";
import { playerHref } from "./links.ts";
import type { Report } from "./report.ts";
import { number, plural, text } from "./texts.ts";

const MAX_EDGES = 150;

/** The player in the middle, and all players that items went to or came from. */
export function networkSpec(report: Report, player: number, all: readonly ItemsGiven[]): ChartSpec {
  const edges = all.slice(0, MAX_EDGES);
  const weights = new Map<number, number>();
  for (const { from, to, count } of edges)
    for (const end of [from, to]) weights.set(end, (weights.get(end) ?? 0) + count);
  const most = Math.max(1, ...weights.values());
  const thickest = Math.max(1, ...edges.map(({ count }) => count));
  const placeOf = places(player, weights);
  return {
    about: text("report.chart.network", {
      count: edges.length,
      players: weights.size,
      player: report.playerName(player),
    }),
    height: 440,
    option: (colours) => ({
      tooltip: { formatter: (point: unknown) => networkTip(report, point as NetworkPoint) },
      series: [
        {
          type: "graph",
          layout: "none",
          preserveAspect: "contain",
          top: 48,
          bottom: 56,
          left: 60,
          right: 60,
          roam: "move",
          edgeSymbol: ["none", "arrow"],
          edgeSymbolSize: 8,
          labelLayout: { hideOverlap: true },
          label: {
            show: true,
            position: "bottom",
            color: colours.ink,
            formatter: (point) => shortName(report.playerName(Number(point.name))),
          },
          lineStyle: { color: colours.quiet, opacity: 0.55, curveness: 0.12 },
          emphasis: { focus: "adjacency" },
          data: [...weights].map(([at, weight]) => ({
            id: String(at),
            name: String(at),
            ...placeOf(at),
            href: playerHref(report.data.players[at]?.[0] ?? ""),
            symbolSize: 16 + 30 * Math.sqrt(weight / most),
            itemStyle: {
              color: at === player ? colours.accent : (colours.series[1] ?? colours.quiet),
              borderColor: colours.card,
              borderWidth: 2,
            },
          })),
          links: edges.map(({ from, to, count }) => ({
            source: String(from),
            target: String(to),
            value: count,
            lineStyle: {
              width: 1 + 5 * (count / thickest),
              opacity: from === player || to === player ? 0.7 : 0.15,
            },
          })),
        },
      ],
    }),
    headings: [text("report.column.from"), text("report.column.to"), text("report.column.items")],
    rows: () => edges.map(({ from, to, count }) => [report.playerName(from), report.playerName(to), number(count)]),
  };
}

/** Puts the player in the middle and the others around, in the order of `weights`; with many players, on two rings. */
function places(player: number, weights: ReadonlyMap<number, number>): (at: number) => { x: number; y: number } {
  const others = [...weights.keys()].filter((at) => at !== player);
  const hasRings = others.length > ONE_RING;
  // A phone only has room for a circle, a wide screen for an ellipse.
  const wider = innerWidth < PHONE ? 1 : 1.9;
  const spots = new Map<number, { x: number; y: number }>([[player, { x: 0, y: 0 }]]);
  for (const [nth, at] of others.entries()) {
    const angle = (nth / others.length) * 2 * Math.PI - Math.PI / 2;
    const radius = hasRings && nth % 2 === 1 ? 62 : 100;
    spots.set(at, { x: Math.cos(angle) * radius * wider, y: Math.sin(angle) * radius });
  }
  return (at) => spots.get(at) ?? { x: 0, y: 0 };
}

const ONE_RING = 14;
const PHONE = 700;

interface NetworkPoint {
  readonly dataType: "node" | "edge";
  readonly data: {
    readonly name?: string;
    readonly source?: string;
    readonly target?: string;
    readonly value?: number;
  };
}

function networkTip(report: Report, { dataType, data }: NetworkPoint): HTMLElement {
  if (dataType === "node") return tip(report.playerName(Number(data.name)));
  const name = (end: string | undefined): string => report.playerName(Number(end));
  return tip(
    `${name(data.source)} → ${name(data.target)}`,
    plural("report.count.hand-overs", { count: data.value ?? 0 }),
  );
}

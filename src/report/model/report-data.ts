import type { CaseRecord, QuarantinedItem } from "../../operators.ts";
import type { Overview } from "./overview.ts";
import type { ReportStories } from "./stories.ts";

/** What the report opens with, and what it is about. */
export type Focus =
  | { readonly kind: "overview" }
  | { readonly kind: "case"; readonly number: number }
  | { readonly kind: "item"; readonly id: string }
  | { readonly kind: "player"; readonly id: string };

/** Everything that the page shows but the transfers themselves, which it reads when they are asked for. */
export interface ReportData {
  /** What the page speaks, and its texts by key. */
  readonly language: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly version: string;
  readonly generatedMs: number;
  readonly servers: readonly string[];
  readonly focus: Focus;
  /** Only what happened since then is in it; null when all is. */
  readonly sinceMs: number | null;
  /** Of the whole store, whatever is in this report. */
  readonly totals: {
    readonly items: number;
    readonly transfers: number;
    readonly players: number;
    readonly cases: number;
    readonly openCases: number;
    readonly quarantined: number;
  };
  /** How many transfers there were to show; more than are in the report when it was cut to the newest. */
  readonly matchedTransfers: number;
  readonly players: readonly (readonly [id: string, name: string])[];
  readonly items: readonly (readonly [id: string, material: string])[];
  readonly actions: readonly string[];
  readonly places: readonly PlaceName[];
  readonly cases: readonly CaseRecord[];
  readonly quarantine: readonly ShownQuarantine[];
  readonly stories: ReportStories;
  /** Of all transfers in the report: the first sight of it needs nothing else. */
  readonly overview: Overview;
}

/** An item in quarantine: what it is, in place of its data. */
interface ShownQuarantine extends Omit<QuarantinedItem, "data"> {
  /** `null` for data that nobody here can read. */
  readonly facts: ItemFacts | null;
}

export interface ItemFacts {
  /** What its owner called it; empty when nothing. */
  readonly name: string;
  readonly enchantments: readonly { readonly name: string; readonly level: number }[];
  readonly damage: number;
  readonly inside: readonly { readonly name: string; readonly count: number }[];
}

/** A world whose rows have coordinates, or a location that is just a text. */
export interface PlaceName {
  readonly name: string;
  readonly isWorld: boolean;
}

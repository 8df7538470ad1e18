import type { CaseRecord, QuarantinedItem, SeenCopy } from "../../operators.ts";
import type { Overview } from "./overview.ts";
import type { ReportStories } from "./stories.ts";

/** What the report is about, and which view it opens with. */
export type Focus =
  | { readonly kind: "overview" }
  | { readonly kind: "case"; readonly number: number }
  | { readonly kind: "item"; readonly id: string }
  | { readonly kind: "player"; readonly id: string };

/** Everything that the page shows except the transfers, which it reads only when they are needed. */
export interface ReportData {
  /** The page's language, and its texts by key. */
  readonly language: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly version: string;
  readonly generatedMs: number;
  readonly servers: readonly string[];
  readonly focus: Focus;
  /** The report starts at this time; null if it covers everything. */
  readonly sinceMs: number | null;
  /** Totals of the whole store, not only of this report. */
  readonly totals: {
    readonly items: number;
    readonly transfers: number;
    readonly players: number;
    readonly cases: number;
    readonly openCases: number;
    readonly quarantined: number;
  };
  /** How many transfers matched; more than the report contains if it was cut to the newest. */
  readonly matchedTransfers: number;
  readonly players: readonly (readonly [id: string, name: string])[];
  readonly items: readonly (readonly [id: string, material: string])[];
  readonly actions: readonly string[];
  readonly places: readonly PlaceName[];
  readonly cases: readonly ShownCase[];
  readonly quarantine: readonly ShownQuarantine[];
  readonly stories: ReportStories;
  /** Over all transfers in the report. The first view needs nothing else. */
  readonly overview: Overview;
}

/** A case whose copies say in words where they were: the page cannot read places. */
export interface ShownCase extends CaseRecord {
  readonly copies: readonly ShownCopy[];
  /** What staff can type next. */
  readonly commands: readonly string[];
}

export interface ShownCopy extends SeenCopy {
  /** Empty if there is only one server. */
  readonly server: string;
  /** `inventory of Alex`, `container`. */
  readonly placeText: string;
}

/** An item in quarantine, with a description in place of its data. */
interface ShownQuarantine extends Omit<QuarantinedItem, "data"> {
  /** `null` if the data cannot be read. */
  readonly facts: ItemFacts | null;
}

export interface ItemFacts {
  /** The name that its owner gave it; empty if none. */
  readonly name: string;
  readonly enchantments: readonly { readonly name: string; readonly level: number }[];
  readonly damage: number;
  readonly inside: readonly { readonly name: string; readonly count: number }[];
}

/** A world whose rows have coordinates, or a location that is only a text. */
export interface PlaceName {
  readonly name: string;
  readonly isWorld: boolean;
}

import type { Scenario } from "./scenario.ts";

/** The phases of a tick in which a scenario can act, in their order. */
export const PHASES = ["arrivals", "acts", "blocks", "entities", "tasks", "chunks", "saves"] as const;
export type Phase = (typeof PHASES)[number];

/** A number: go on in the acts of so many ticks later. A phase: go on in that phase, in this tick if it is still to come. */
type Wait = number | Phase;

/** What happens, step by step. A script is dropped where it stands when the server goes down. */
export type Script = Generator<Wait, void, void>;

/** One kind of exploit or honest behaviour. */
export interface ScenarioKind {
  /** `D07`, `H12`; for a way in which goods grow, a word. */
  readonly id: string;
  readonly title: string;
  /** The look-alike or family that differs from it only in the last step. */
  readonly twin: string;
  /** For a scenario that needs several servers: how this one stands for it. */
  readonly note?: string;
  /** Played only when the server crashes or stops. */
  readonly needs?: "crash" | "stop";
  /**
   * For an exploit, `isFaulty` says whether its last fault happens. For a look-alike with `hasUnannouncedTwin`, it says that
   * another plugin does not announce what it should.
   */
  play(scenario: Scenario): Script;
  readonly hasUnannouncedTwin?: boolean;
}

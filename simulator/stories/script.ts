import type { Story } from "./story.ts";

/** The phases of a tick in which a story can act, in their order. */
export const PHASES = ["arrivals", "acts", "blocks", "entities", "tasks", "chunks", "saves"] as const;
export type Phase = (typeof PHASES)[number];

/** A number: go on in the acts of so many ticks later. A phase: go on in that phase, of this tick if it is still to come. */
export type Wait = number | Phase;

/** What happens, step by step. It is dropped where it stands when the server dies. */
export type Script = Generator<Wait, void, void>;

/** One kind of exploit or honest behaviour. */
export interface StoryKind {
  /** `D07`, `H12`; a word for a way in which goods grow. */
  readonly id: string;
  readonly title: string;
  /** The look-alike or family that is told from it only by its last step. */
  readonly twin: string;
  /** How it stands for what needs several servers. */
  readonly note?: string;
  /** Told only where the server's own life allows it. */
  readonly needs?: "crash" | "stop";
  /**
   * For an exploit `isFaulty` says whether its last fault happens; for a look-alike it says that what another plugin
   * should announce is not announced, where `hasUnannouncedTwin`.
   */
  tell(story: Story): Script;
  readonly hasUnannouncedTwin?: boolean;
}

/** How far long work has come. */
export interface CopyProgress {
  /** What is being copied: `transfers`, `items`, `bytes`, … */
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export type OnCopied = (progress: CopyProgress) => void;

/** Of one kind of row: how many the source has, and how many the target has now. */
export interface CopiedCount {
  readonly what: string;
  readonly source: number;
  readonly target: number;
}

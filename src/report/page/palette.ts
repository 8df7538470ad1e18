/** The colours in force, read from the style sheet: light, dark, or as printed. */
export interface Palette {
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly card: string;
  readonly accent: string;
  readonly severities: Readonly<Record<string, string>>;
  /** For data series that only have to be distinguishable. */
  readonly series: readonly string[];
}

export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: colour("ink"),
    quiet: colour("quiet"),
    line: colour("line"),
    card: colour("card"),
    accent: colour("accent"),
    severities: { CRITICAL: colour("critical"), HIGH: colour("high"), MEDIUM: colour("medium"), LOW: colour("low") },
    series: ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"].map(colour),
  };
}

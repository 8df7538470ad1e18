const ELLIPSIS = "…";

/** Longer than any character that people write; family emoji have 11 units. */
const LONG_CHARACTER = 64;

/** Made only when a text is too long: that takes as long as starting a small program. */
let graphemes: Intl.Segmenter | undefined;

/**
 * Writes a text in a format (escaped, say), no longer than the limit. A text that is too long ends with an ellipsis, never inside a
 * character or an escape sequence. Lengths are UTF-16 units: no format counts more for a character than that.
 */
export function cutText(text: string, limit: number, written: (text: string) => string = asItIs): string {
  if (text.length <= limit) {
    const whole = written(text);
    if (whole.length <= limit) return whole;
  }
  // Writing never shortens a text, so nothing beyond the limit can fit; a little more shows where characters end.
  const head = text.slice(0, limit + LONG_CHARACTER);
  const shortened = (end: number) => written(head.slice(0, end) + ELLIPSIS);
  const fits = (end: number) => shortened(end).length <= limit;
  const end = lastThatFits(graphemeEnds(head), fits) ?? lastThatFits(codePointEnds(head), fits) ?? 0;
  return shortened(end);
}

function asItIs(text: string): string {
  return text;
}

function graphemeEnds(text: string): number[] {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(graphemes.segment(text), ({ index, segment }) => index + segment.length);
}

/** For a single character with so many marks that it does not fit. */
function codePointEnds(text: string): number[] {
  let end = 0;
  return Array.from(text, (character) => {
    end += character.length;
    return end;
  });
}

function lastThatFits(ends: readonly number[], fits: (end: number) => boolean): number | undefined {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(ends[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : ends[low - 1];
}

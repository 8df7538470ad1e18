import {
  type Birth,
  type CaseRecord,
  type Messages,
  storyLines,
  type Tricks,
  trickLines,
  withoutColours,
} from "../../operators.ts";

/** How the copies of a case came to be, in the server's language. */
interface CaseStory {
  readonly number: number;
  /** One for each trick; the first line of each is its title. */
  readonly stories: readonly (readonly string[])[];
  /** How often this trick was used; empty if only once. */
  readonly trick: string;
}

export interface ReportStories {
  readonly cases: readonly CaseStory[];
  /** One line for each trick that was used more than once. */
  readonly tricks: readonly string[];
}

/** Tells the stories here, because the page does not contain the texts for them. */
export function storiesOf(records: readonly CaseRecord[], tricks: Tricks, messages: Messages): ReportStories {
  const told = (birth: Birth) => storyLines(messages, birth).map(withoutColours);
  const trickOf = (record: CaseRecord) => trickLines(messages, tricks, [record]).map(withoutColours).join("");
  const cases = records.flatMap((record) => {
    const { number, births = [] } = record;
    return births.length === 0 ? [] : [{ number, stories: births.map(told), trick: trickOf(record) }];
  });
  return { cases, tricks: trickLines(messages, tricks, records, Number.POSITIVE_INFINITY).map(withoutColours) };
}

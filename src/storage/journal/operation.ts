import { deserialize, serialize } from "node:v8";
import type { Question, Values } from "../questions.ts";

/**
 * A question that saves, and that nobody needs the database's answer to: it may wait in the journal. Doing it twice in a
 * row is the same as doing it once.
 */
export interface Operation {
  readonly question: Question;
  readonly values: Values<Question>;
}

export function encodeOperation(operation: Operation): Buffer {
  return serialize(operation);
}

/** Journals of version 1.0 hold `{ do: "saveClaim", claim }`: the values under names, in their order. */
export function decodeOperation(bytes: Buffer): Operation {
  const found = deserialize(bytes) as Operation | { readonly do: Question };
  if ("question" in found) return found;
  const { do: question, ...named } = found;
  return { question, values: Object.values(named) as unknown as Values<Question> };
}

import { deserialize, serialize } from "node:v8";
import type { Question, Values } from "../questions.ts";

/**
 * A question that saves something. It may wait in the journal, because nobody needs the database's answer to it. Doing it
 * twice in a row is the same as doing it once.
 */
export interface Operation {
  readonly question: Question;
  readonly values: Values<Question>;
}

export function encodeOperation(operation: Operation): Buffer {
  return serialize(operation);
}

/** Journals of version 1.0 hold `{ do: "saveClaim", claim }`: the values have names, but are in the same order. */
export function decodeOperation(bytes: Buffer): Operation {
  const found = deserialize(bytes) as Operation | { readonly do: Question };
  if ("question" in found) return found;
  const { do: question, ...named } = found;
  return { question, values: Object.values(named) as unknown as Values<Question> };
}

/** The player who is erased, and a random pseudonym, from which nothing leads back. */
export interface Erasure {
  readonly playerId: string;
  readonly name: string;
  readonly pseudonymId: string;
  readonly pseudonym: string;
}

/** Fields of a document that hold a player's name, by the field of the id beside them. */
const NAME_OF_ID = { playerId: "playerName", holderId: "holderName" } as const;
const NAMES: ReadonlySet<string> = new Set(["playerName", "holderName", "holder", "player", "openTo", "by"]);
/** Fields with sentences that may contain a name. */
const SENTENCES: ReadonlySet<string> = new Set(["note"]);

/** Replaces the id in a text. Ids look like nothing else, so they can be replaced anywhere. */
export function withoutId(text: string, { playerId, pseudonymId }: Erasure): string {
  return text.replaceAll(playerId, pseudonymId);
}

/** Removes the player from a note, which is a JSON document or a plain text. */
export function withoutPlayerInNote(note: string, erasure: Erasure): string {
  return /^[{[]/.test(note) ? withoutPlayer(note, erasure) : withoutId(note, erasure);
}

/** Removes the player from a JSON document. A name belongs to somebody else if another id is beside it. */
export function withoutPlayer(json: string, erasure: Erasure): string {
  const document = JSON.parse(withoutId(json, erasure)) as unknown;
  const names = new Set([erasure.name]);
  collectNames(document, erasure, names);
  return JSON.stringify(renamed(document, erasure, names, ""));
}

/** Collects the names that the player had when the document was written. */
function collectNames(value: unknown, erasure: Erasure, names: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const record = value as Record<string, unknown>;
  for (const [id, name] of Object.entries(NAME_OF_ID)) {
    if (record[id] === erasure.pseudonymId && typeof record[name] === "string") names.add(record[name]);
  }
  names.delete("");
  for (const inner of Object.values(record)) collectNames(inner, erasure, names);
}

function renamed(value: unknown, erasure: Erasure, names: ReadonlySet<string>, key: string): unknown {
  if (typeof value === "string") return renamedText(value, erasure, names, key);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, erasure, names, key));
  const record = value as Record<string, unknown>;
  const others = Object.entries(NAME_OF_ID)
    .filter(([id]) => typeof record[id] === "string" && record[id] !== erasure.pseudonymId)
    .map(([, name]): string => name);
  const entries = Object.entries(record).map(([name, inner]) => [
    name,
    others.includes(name) ? inner : renamed(inner, erasure, names, name),
  ]);
  return Object.fromEntries(entries);
}

function renamedText(text: string, { pseudonym }: Erasure, names: ReadonlySet<string>, key: string): string {
  if (NAMES.has(key)) return names.has(text) ? pseudonym : text;
  if (!SENTENCES.has(key)) return text;
  return [...names].reduce((sentence, name) => sentence.replaceAll(wholeWord(name), pseudonym), text);
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "gu");
}

import { type Batch, ROW, ROW_KINDS, ROW_WORDS } from "../../../core/storage-face.ts";
import { isPlainName, storableName } from "../../storable-text.ts";
import type { Statements } from "../connection.ts";
import { type Dictionaries, playerKey, unusualText } from "./dictionaries.ts";
import { isPlainWorld, MOST_BESIDE } from "./world-refs.ts";

/** A batch with the numbers of its texts, by the index of the text. 0 if a text has no number and must be kept as it is. */
export interface ReferredBatch {
  readonly batch: Batch;
  readonly players: Int32Array;
  readonly actions: Int32Array;
  readonly worlds: Int32Array;
  readonly materials: Int32Array;
}

const PLAYER = 1;
const ACTION = 2;
const WORLD = 4;
const MATERIAL = 8;

/** Looks up all texts of a group of batches, and adds those that are new. */
export async function referTexts(
  batches: readonly Batch[],
  dictionaries: Dictionaries,
  to: Statements,
): Promise<ReferredBatch[]> {
  const { players, actions, worlds, materials, unusual } = dictionaries;
  for (const dictionary of [players, actions, worlds, materials, unusual]) dictionary.forgetSome();
  const uses = batches.map(usesOfTexts);
  const wanted = {
    players: new Set<string>(),
    actions: new Set<string>(),
    worlds: new Set<string>(),
    materials: new Set<string>(),
  };
  for (const [at, { strings }] of batches.entries()) {
    for (const [index, text] of strings.entries()) {
      const use = uses[at]?.[index] ?? 0;
      if (use & PLAYER && !players.refOf(text)) wanted.players.add(playerKey(text));
      if (use & ACTION && !actions.refOf(text) && isPlainName(text)) wanted.actions.add(text);
      if (use & WORLD && !worlds.refOf(text) && isPlainName(text)) wanted.worlds.add(text);
      if (use & MATERIAL && !materials.refOf(text)) wanted.materials.add(storableName(text));
    }
  }
  await players.learn(to, wanted.players);
  await actions.learn(to, wanted.actions);
  await worlds.learn(to, wanted.worlds);
  await materials.learn(to, wanted.materials);
  const referred = batches.map((batch, at) => refer(batch, uses[at] as Uint8Array, dictionaries));
  await learnUnusual(referred, dictionaries, to);
  return referred;
}

function usesOfTexts({ rows, rowCount, strings }: Batch): Uint8Array {
  const uses = new Uint8Array(strings.length);
  const mark = (index: number, use: number): void => {
    if (index < 0 || index >= uses.length) throw new RangeError("a row refers to a text that its batch does not have");
    uses[index] = (uses[index] as number) | use;
  };
  for (let at = 0; at < rowCount * ROW_WORDS; at += ROW_WORDS) {
    const kind = rows[at + ROW.kind];
    mark(rows[at + ROW.player] as number, PLAYER);
    if (kind === ROW_KINDS.transfer || kind === ROW_KINDS.transferAtText) mark(rows[at + ROW.text] as number, ACTION);
    if (kind === ROW_KINDS.transfer || kind === ROW_KINDS.custody) mark(rows[at + ROW.world] as number, WORLD);
    if (kind === ROW_KINDS.seen) mark(rows[at + ROW.text] as number, MATERIAL);
  }
  return uses;
}

function refer(batch: Batch, uses: Uint8Array, dictionaries: Dictionaries): ReferredBatch {
  const count = batch.strings.length;
  const columns = [new Int32Array(count), new Int32Array(count), new Int32Array(count), new Int32Array(count)] as const;
  const [players, actions, worlds, materials] = columns;
  for (const [index, text] of batch.strings.entries()) {
    const use = uses[index] as number;
    if (use & PLAYER) players[index] = dictionaries.playerRef(text);
    if (use & ACTION) actions[index] = dictionaries.actionRef(text) ?? 0;
    if (use & WORLD) worlds[index] = dictionaries.worldRef(text) ?? 0;
    if (use & MATERIAL) materials[index] = dictionaries.materialRef(text) ?? 0;
  }
  return { batch, players, actions, worlds, materials };
}

async function learnUnusual(
  batches: readonly ReferredBatch[],
  dictionaries: Dictionaries,
  to: Statements,
): Promise<void> {
  const wanted = new Set<string>();
  for (const referred of batches) {
    for (let at = 0; at < referred.batch.rowCount * ROW_WORDS; at += ROW_WORDS) {
      const texts = unusualTexts(referred, at);
      if (texts) wanted.add(unusualText(...texts));
    }
  }
  await dictionaries.unusual.learn(to, wanted);
}

/** Returns action and location of a row that does not fit the compact form; `undefined` if it fits. */
export function unusualTexts(
  { batch, actions, worlds }: ReferredBatch,
  at: number,
): readonly [action: string, location: string] | undefined {
  const { rows, strings } = batch;
  const kind = rows[at + ROW.kind];
  const [text, world] = [rows[at + ROW.text] as number, rows[at + ROW.world] as number];
  if (kind === ROW_KINDS.transferAtText) return [strings[text] ?? "", strings[world] ?? ""];
  if (kind !== ROW_KINDS.transfer && kind !== ROW_KINDS.custody) return undefined;
  const y = rows[at + ROW.y] as number;
  const isTransfer = kind === ROW_KINDS.transfer;
  const [worldRef, action] = [worlds[world] as number, isTransfer ? (actions[text] as number) : 0];
  const isActionKnown = action !== 0 && (isPlainWorld(worldRef) || action <= MOST_BESIDE);
  const fits = worldRef !== 0 && !(isTransfer && (!isActionKnown || y !== (y << 16) >> 16));
  if (fits) return undefined;
  const location = `${strings[world]}:${rows[at + ROW.x]},${y},${rows[at + ROW.z]}`;
  return [isTransfer ? (strings[text] ?? "") : "", location];
}

import { type Batch, OWN_SLOTS, ROW, ROW_KINDS, ROW_WORDS, type RowKind, WRAP_MS } from "../model/batch.ts";
import { ID_WORDS } from "../model/item-id.ts";
import { exactBlock } from "../model/location.ts";
import { isPlayerPlace } from "../model/place.ts";
import { TextReferences } from "./text-references.ts";

const FIRST_CAPACITY_ROWS = 64;

/** Collects rows into the compact form of `Batch`. Appending makes no object and does no I/O. */
export class BatchWriter {
  #rows = new Int32Array(FIRST_CAPACITY_ROWS * ROW_WORDS);
  #rowCount = 0;
  #baseMs = 0;
  #strings: string[] = [];
  readonly #texts = new TextReferences();
  /** Kept apart: places are many, and must not push the other texts out. */
  readonly #places = new TextReferences();
  #batchNumber = 0;
  #lastPlayer = "";
  #playerIndex = 0;
  #lastWorld = "";
  #worldIndex = 0;
  #askedSeen: number[] = [];

  get rowCount(): number {
    return this.#rowCount;
  }

  /** The time of the oldest row. Meaningless while there is none. */
  get baseMs(): number {
    return this.#baseMs;
  }

  /** Returns the row's index. */
  addSeen(words: Int32Array, at: number, playerId: string, material: string, nowMs: number): number {
    return this.#write(ROW_KINDS.seen, words, at, playerId, material, "", 0, 0, 0, nowMs);
  }

  /** Coordinates must be integers. */
  addTransfer(
    words: Int32Array,
    at: number,
    playerId: string,
    action: string,
    world: string,
    x: number,
    y: number,
    z: number,
    nowMs: number,
  ): void {
    this.#write(ROW_KINDS.transfer, words, at, playerId, action, world, x, y, z, nowMs);
  }

  /** For a location as text. If it does not have the format `<world>:<x>,<y>,<z>`, it is kept as it is. */
  addTransferAtText(
    words: Int32Array,
    at: number,
    playerId: string,
    action: string,
    location: string,
    nowMs: number,
  ): void {
    const block = exactBlock(location);
    if (block) this.addTransfer(words, at, playerId, action, block.world, block.x, block.y, block.z, nowMs);
    else this.#write(ROW_KINDS.transferAtText, words, at, playerId, action, location, 0, 0, 0, nowMs);
  }

  addCustody(
    words: Int32Array,
    at: number,
    holderId: string,
    place: string,
    world: string,
    x: number,
    y: number,
    z: number,
    nowMs: number,
  ): void {
    const text = isPlayerPlace(place, holderId) ? undefined : place;
    this.#write(ROW_KINDS.custody, words, at, holderId, text, world, x, y, z, nowMs);
  }

  addPlayerName(playerId: string, name: string, nowMs: number): void {
    this.#write(ROW_KINDS.playerName, NO_ID, 0, playerId, name, "", 0, 0, 0, nowMs);
  }

  /** Asks for the outcome of a row of `addSeen`. Returns the answer's index in `AppendResult.newlySeen`. */
  askSeen(row: number): number {
    return this.#askedSeen.push(row) - 1;
  }

  /** Returns the collected rows and starts a new batch; `undefined` if there are none. */
  finishBatch(): Batch | undefined {
    if (this.#rowCount === 0) return undefined;
    const batch: Batch = {
      baseMs: this.#baseMs,
      rowCount: this.#rowCount,
      rows: this.#rows.slice(0, this.#rowCount * ROW_WORDS),
      strings: this.#strings,
      askedSeen: this.#askedSeen,
    };
    this.#rowCount = 0;
    this.#strings = [];
    this.#batchNumber++;
    this.#texts.endBatch();
    this.#places.endBatch();
    this.#askedSeen = [];
    return batch;
  }

  #write(
    kind: RowKind,
    words: Int32Array,
    at: number,
    playerId: string,
    text: string | undefined,
    world: string,
    x: number,
    y: number,
    z: number,
    nowMs: number,
  ): number {
    const row = this.#rowCount++;
    if (row === 0) this.#baseMs = nowMs;
    const to = row * ROW_WORDS;
    if (to === this.#rows.length) this.#grow();
    const rows = this.#rows;
    rows[to + ROW.kind] = kind;
    for (let word = 0; word < ID_WORDS; word++) rows[to + ROW.itemId + word] = words[at + word] as number;
    // Consecutive rows are mostly of one player in one world.
    if (row === 0 || playerId !== this.#lastPlayer) this.#playerIndex = this.#refer(playerId);
    if (row === 0 || world !== this.#lastWorld) this.#worldIndex = this.#refer(world);
    this.#lastPlayer = playerId;
    this.#lastWorld = world;
    rows[to + ROW.player] = this.#playerIndex;
    rows[to + ROW.text] = text === undefined ? OWN_SLOTS : this.#refer(text, kind === ROW_KINDS.custody);
    rows[to + ROW.world] = this.#worldIndex;
    rows[to + ROW.x] = x;
    rows[to + ROW.y] = y;
    rows[to + ROW.z] = z;
    const sinceBaseMs = nowMs - this.#baseMs;
    const wraps = Math.round(sinceBaseMs / WRAP_MS);
    rows[to + ROW.sinceBaseMs] = sinceBaseMs - wraps * WRAP_MS;
    rows[to + ROW.sinceBaseWraps] = wraps;
    return row;
  }

  #refer(text: string, isPlace = false): number {
    return (isPlace ? this.#places : this.#texts).refer(text, this.#batchNumber, this.#strings);
  }

  #grow(): void {
    const larger = new Int32Array(this.#rows.length * 2);
    larger.set(this.#rows);
    this.#rows = larger;
  }
}

const NO_ID = new Int32Array(ID_WORDS);

import {
  type CaseRecord,
  concerns,
  isOwned,
  type Messages,
  materialName,
  nextCommands,
  placeOfCopy,
  readableName,
  type SeenCopy,
  type StoreReader,
  type TransferFilter,
  type TransferRow,
  Tricks,
  translateColours,
  VERSION,
  whereIs,
  withoutColours,
} from "../operators.ts";
import { describeItem } from "./describe-item.ts";
import { overviewOf } from "./model/overview.ts";
import type { Focus, ReportData, ShownCopy } from "./model/report-data.ts";
import { storiesOf } from "./model/stories.ts";
import type { PackedTransfers } from "./model/transfers.ts";
import { unpackTransfers } from "./model/transfers.ts";
import { TransferPacker } from "./pack-transfers.ts";

interface ReportOptions {
  readonly focus: Focus;
  readonly sinceMs?: number;
  /** The most transfers in the report; it keeps the newest. */
  readonly mostTransfers: number;
  readonly nowMs: number;
  readonly language: string;
  readonly messages: Messages;
  /** Called with the number of rows read so far. */
  readonly onRows?: (rows: number, total: number) => void;
}

/** Prefixes of the game's texts that the page needs. */
const SPOKEN = [
  "report.",
  "words.",
  "places.unknown-position",
  "alerts.nobody",
  "commands.case.",
  "forms.case.title",
  "removal.held.",
];

const MAX_CASES = 5000;
const MAX_ITEMS_OF_PLAYER = 10_000;

/** Reads everything that a report shows from the store. Contains no item data, no addresses and no secrets. */
export async function collectReport(
  reader: StoreReader,
  options: ReportOptions,
): Promise<{ readonly data: ReportData; readonly transfers: PackedTransfers }> {
  const { focus, sinceMs, nowMs } = options;
  const servers = await reader.servers();
  const cases = await casesFor(reader, options);
  const filter = await filterFor(reader, options, cases);
  const matchedTransfers = await reader.countTransfers(filter);
  const packer = new TransferPacker(servers.length > 1);
  for (const row of await newestRows(reader, filter, options, matchedTransfers)) packer.add(row);
  const transfers = packer.columns;
  const tricks = new Tricks();
  await tricks.read(reader);
  const itemIds = idsToName(packer.itemIds, cases, focus);
  const quarantine = await quarantineFor(reader, cases);
  const data: ReportData = {
    language: options.language.replace("_", "-"),
    texts: textsOf(options.messages),
    version: VERSION,
    generatedMs: nowMs,
    servers,
    focus,
    sinceMs: sinceMs ?? null,
    totals: await totalsOf(reader),
    matchedTransfers,
    players: await namePlayers(reader, packer, cases),
    items: await nameItems(reader, itemIds),
    actions: packer.actions.texts,
    places: packer.places,
    cases: cases.map((record) => ({
      ...record,
      material: shownName(record.material),
      copies: record.copies.map((copy) => shownCopy(copy, options.messages)),
      commands: shownCommands(record, quarantine),
    })),
    quarantine,
    stories: storiesOf(cases, tricks, options.messages),
    overview: overviewOf(unpackTransfers(transfers)),
  };
  return { data, transfers };
}

async function casesFor(reader: StoreReader, { focus, sinceMs }: ReportOptions): Promise<CaseRecord[]> {
  if (focus.kind === "case") {
    const record = await reader.caseByNumber(focus.number);
    return record ? [record] : [];
  }
  const since = sinceMs === undefined ? {} : { sinceMs };
  const about = focus.kind === "item" ? { ...since, itemId: focus.id } : since;
  const found = await reader.cases(about, { offset: 0, limit: MAX_CASES });
  if (focus.kind !== "player") return found;
  return found.filter((record) => concerns(record, focus.id));
}

/** A report on a case or a player shows all transfers of their items. */
async function filterFor(
  reader: StoreReader,
  { focus, sinceMs }: ReportOptions,
  cases: readonly CaseRecord[],
): Promise<TransferFilter> {
  const since = sinceMs === undefined ? {} : { sinceMs };
  if (focus.kind === "item") return { ...since, itemIds: [focus.id] };
  if (focus.kind === "case") return { ...since, itemIds: cases.flatMap(({ itemIds }) => itemIds) };
  if (focus.kind === "overview") return since;
  const handled = await reader.itemsOfPlayer(focus.id, { offset: 0, limit: MAX_ITEMS_OF_PLAYER });
  return { ...since, itemIds: handled.map(({ itemId }) => itemId) };
}

/** Reads the newest rows, and returns them oldest first, as a report keeps them. */
async function newestRows(
  reader: StoreReader,
  filter: TransferFilter,
  { mostTransfers, onRows }: ReportOptions,
  matched: number,
): Promise<TransferRow[]> {
  const rows: TransferRow[] = [];
  const total = Math.min(matched, mostTransfers);
  for await (const page of reader.transfers(filter, { by: "newest", limit: mostTransfers })) {
    for (const row of page) rows.push(row);
    onRows?.(rows.length, total);
  }
  return rows.reverse();
}

/** Items that a case names may have no transfer in the report. They are added after those that have. */
function idsToName(known: TransferPacker["itemIds"], cases: readonly CaseRecord[], focus: Focus): readonly string[] {
  for (const id of cases.flatMap(({ itemIds }) => itemIds)) known.of(id);
  if (focus.kind === "item") known.of(focus.id);
  return known.texts;
}

async function nameItems(reader: StoreReader, ids: readonly string[]): Promise<(readonly [string, string])[]> {
  const wanted = new Set(ids);
  const materials = new Map<string, string>();
  for await (const page of reader.sightings()) {
    for (const { itemId, material } of page) if (wanted.has(itemId)) materials.set(itemId, material);
  }
  return ids.map((id) => [id, shownName(materials.get(id) ?? "")] as const);
}

async function namePlayers(
  reader: StoreReader,
  { playerIds }: TransferPacker,
  cases: readonly CaseRecord[],
): Promise<(readonly [string, string])[]> {
  for (const { playerId, copies } of cases)
    for (const id of [playerId, ...copies.map(({ holderId }) => holderId)]) playerIds.of(id);
  const names = new Map((await reader.namedPlayers()).map(({ id, name }) => [id, name]));
  return playerIds.texts.map((id) => [id, names.get(id) ?? ""] as const);
}

/** Who last touched what is in a place that is nobody's own has a column of its own. */
export function shownCopy(copy: SeenCopy, messages: Messages): ShownCopy {
  const { server, place } = whereIs(copy);
  const { rendered } = placeOfCopy(messages, { ...copy, holderName: isOwned(place) ? copy.holderName : "" });
  return { ...copy, server, placeText: withoutColours(rendered) };
}

/** The store does not say which game server is behind it, and both that there are can take items back. */
export function shownCommands(record: CaseRecord, quarantine: ReportData["quarantine"]): string[] {
  const hasHeld = quarantine.some(({ caseNumber, state }) => caseNumber === record.number && state === "held");
  return nextCommands(record, { hasHeld, canRemove: true }).map((command) => `/doubletake ${command}`);
}

async function quarantineFor(reader: StoreReader, cases: readonly CaseRecord[]): Promise<ReportData["quarantine"]> {
  const numbers = new Set(cases.map(({ number }) => number));
  const held = await reader.quarantined({});
  return held
    .filter(({ caseNumber }) => numbers.has(caseNumber))
    .map(({ data, ...item }) => ({
      ...item,
      material: shownName(item.material),
      facts: describeItem(data) ?? null,
    }));
}

/** One spelling for all, because stores contain both `minecraft:bow` and `BOW`. */
function shownName(material: string): string {
  return material === "" ? "" : readableName(materialName(material));
}

/** A page has no colour codes. */
function textsOf(messages: Messages): Record<string, string> {
  return Object.fromEntries(
    [...messages.below(SPOKEN)].map(([key, text]) => [key, withoutColours(translateColours(text))]),
  );
}

async function totalsOf(reader: StoreReader): Promise<ReportData["totals"]> {
  const { items, transfers, players, cases, openCases, quarantined } = await reader.counts();
  return { items, transfers, players, cases, openCases, quarantined };
}

import {
  type CaseRecord,
  type Claim,
  mergeCase,
  type QuarantinedItem,
  type StoreCounts,
  type StoreQuestions,
} from "../../core/storage-face.ts";
import { Documents, type DocumentTable } from "./document-table.ts";
import type { Sql } from "./sql.ts";

const CASES: DocumentTable<CaseRecord> = {
  name: "cases",
  columns: {
    number: { kind: "number", of: ({ number }) => number },
    status: { kind: "text", of: ({ status }) => status },
    opened: { kind: "moment", of: ({ openedMs }) => openedMs },
    items: { kind: "ids", of: ({ itemIds }) => itemIds, listTable: "case_items" },
  },
  key: ["number"],
  body: (record) => record,
  // The body was written before the case had its number, so the column has it.
  read: ({ number }, body) => ({ ...(body as CaseRecord), number: number as number }),
  order: ["number"],
  isNewestFirst: true,
  hasRevision: true,
};

/** Claims belong to the server whose place must be looked at. */
const CLAIMS: DocumentTable<Claim> = {
  name: "claims",
  columns: {
    item: { kind: "id", of: ({ itemId }) => itemId },
    place: { kind: "longText", of: ({ place }) => place },
    opened: { kind: "moment", of: ({ openedMs }) => openedMs },
  },
  key: ["item", "place"],
  isPerServer: true,
  body: (claim) => claim,
  read: (_, body) => body as Claim,
  order: ["opened", "item", "place"],
};

/** `serverName` is the owner of all items if the database has only one server. */
const quarantineTable = (serverName: string): DocumentTable<QuarantinedItem> => ({
  name: "quarantine",
  columns: {
    number: { kind: "number", of: ({ number }) => number },
    case_number: { kind: "number", of: ({ caseNumber }) => caseNumber },
    state: { kind: "text", of: ({ state }) => state },
    return_to: { kind: "text", of: ({ returnToId }) => returnToId },
    taken_by: { kind: "server", of: ({ takenBy }) => takenBy },
    returned_by: { kind: "server", of: ({ returnedBy }) => returnedBy },
    data: { kind: "bytes", of: ({ data }) => data },
  },
  key: ["number"],
  body: ({ data: _, takenBy: __, returnedBy: ___, ...rest }) => rest,
  read: ({ number, data, taken_by = serverName, returned_by }, body) => {
    const stored = body as QuarantinedItem;
    const returnedBy = returned_by ?? (stored.state === "returned" ? serverName : "");
    return {
      ...stored,
      number: number as number,
      data: Uint8Array.from(data as Uint8Array),
      takenBy: taken_by as string,
      returnedBy: returnedBy as string,
      // Entries of version 1.0 have none.
      claim: stored.claim ?? "",
    };
  },
  order: ["number"],
});

interface Note {
  readonly key: string;
  readonly value: string;
}

/** Each server has its own notes: whether *its* last stop was clean, who muted notices *there*. */
const NOTES: DocumentTable<Note> = {
  name: "notes",
  columns: {
    key: { kind: "text", of: ({ key }) => key },
    value: { kind: "text", of: ({ value }) => value },
  },
  key: ["key"],
  isPerServer: true,
  read: ({ key, value }) => ({ key: key as string, value: value as string }),
  order: ["key"],
};

type DocumentQuestion =
  | "saveCase"
  | "changeCase"
  | "changedCases"
  | "caseByNumber"
  | "cases"
  | "openCaseItems"
  | "saveClaim"
  | "closeClaim"
  | "openClaims"
  | "saveQuarantined"
  | "changeQuarantined"
  | "quarantined"
  | "readNote"
  | "writeNote";

/** Questions about documents, the same in both databases. */
export interface DocumentQuestions extends Pick<StoreQuestions, DocumentQuestion> {
  notes(): Promise<ReadonlyMap<string, string>>;
  /** Deletes returned items that were taken before this time, and dismissed cases without changes since, if no item or claim needs them. */
  forgetBefore(ms: number): Promise<void>;
  countDocuments(): Promise<Pick<StoreCounts, "cases" | "openCases" | "openClaims" | "quarantined">>;
}

export function documentQuestions(sql: Sql, serverName: string): DocumentQuestions {
  const cases = new Documents(sql, CASES);
  const claims = new Documents(sql, CLAIMS);
  const quarantine = new Documents(sql, quarantineTable(serverName));
  const notes = new Documents(sql, NOTES);
  return {
    saveCase: (record) => cases.save(record),
    async changeCase(number, change) {
      await cases.change({ number }, (record) => mergeCase(record, change));
    },
    async changedCases(sinceRevision) {
      const { revision, documents } = await cases.changedSince(sinceRevision);
      return { revision, cases: documents };
    },
    caseByNumber: async (number) => (await cases.find({ number }))[0],
    cases: ({ status, itemId, sinceMs }, page) => cases.find({ status, items: itemId, opened: sinceMs }, page),
    async openCaseItems() {
      const lists = await cases.findLists("items", { status: "open" });
      return lists.map(({ number, ids: itemIds }) => ({ number, itemIds }));
    },

    async saveClaim(claim) {
      await claims.save(claim);
    },
    closeClaim: (itemId, place) => claims.delete({ item: itemId, place }),
    openClaims: () => claims.find({}),

    saveQuarantined: (item) => quarantine.save(item),
    async changeQuarantined(item, from) {
      let isDone = false;
      await quarantine.change({ number: item.number }, ({ state, claim }) => {
        isDone = state === from || (item.claim !== "" && claim === item.claim);
        return state === from ? item : undefined;
      });
      return isDone;
    },
    quarantined: ({ caseNumber, number, state, returnToId, takenBy, returnedBy }) =>
      quarantine.find({
        case_number: caseNumber,
        number,
        state,
        return_to: returnToId,
        taken_by: takenBy,
        returned_by: returnedBy,
      }),

    readNote: async (key) => (await notes.find({ key }))[0]?.value,
    async writeNote(key, value) {
      if (value === undefined) await notes.delete({ key });
      else await notes.save({ key, value });
    },
    notes: async () => new Map((await notes.find({})).map(({ key, value }) => [key, value])),

    async forgetBefore(ms) {
      const claimed = new Set((await claims.find({})).map(({ itemId }) => itemId));
      const returned = (await quarantine.find({ state: "returned" })).filter(({ takenMs }) => takenMs < ms);
      for (const { number } of returned) await quarantine.deleteUnlessLast(number);
      const dismissed = (await cases.find({ status: "dismissed" })).filter(({ updatedMs }) => updatedMs < ms);
      for (const { number, itemIds } of dismissed) {
        // A held item can still be given back, and staff should then know why it was taken.
        const isClaimed = itemIds.some((itemId) => claimed.has(itemId));
        const isNeeded = isClaimed || (await quarantine.count({ case_number: number })) > 0;
        if (!isNeeded) await cases.deleteUnlessLast(number);
      }
    },

    async countDocuments() {
      let quarantined = 0;
      // One after another: a session of PostgreSQL answers one statement at a time.
      for (const state of ["taking", "held", "returning"]) quarantined += await quarantine.count({ state });
      return {
        cases: await cases.count(),
        openCases: await cases.count({ status: "open" }),
        openClaims: await claims.count(),
        quarantined,
      };
    },
  };
}

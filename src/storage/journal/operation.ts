import { deserialize, serialize } from "node:v8";
import type { CaseRecord, Claim, QuarantinedItem } from "../../core/records.ts";
import type { Engine } from "../engine.ts";

/**
 * A write that nobody needs the database's answer for: it may wait in the journal. Doing it twice in a row is the same
 * as doing it once.
 */
export type Operation =
  | { readonly do: "saveCase"; readonly record: CaseRecord }
  | { readonly do: "saveClaim"; readonly claim: Claim }
  | { readonly do: "closeClaim"; readonly itemId: string; readonly place: string }
  | { readonly do: "saveQuarantined"; readonly item: QuarantinedItem }
  | { readonly do: "writeNote"; readonly key: string; readonly value: string | undefined };

export function encodeOperation(operation: Operation): Buffer {
  return serialize(operation);
}

export function decodeOperation(bytes: Buffer): Operation {
  return deserialize(bytes) as Operation;
}

export async function perform(operation: Operation, engine: Engine): Promise<void> {
  switch (operation.do) {
    case "saveCase":
      await engine.saveCase(operation.record);
      return;
    case "saveClaim":
      return engine.saveClaim(operation.claim);
    case "closeClaim":
      return engine.closeClaim(operation.itemId, operation.place);
    case "saveQuarantined":
      await engine.saveQuarantined(operation.item);
      return;
    case "writeNote":
      return engine.writeNote(operation.key, operation.value);
  }
}

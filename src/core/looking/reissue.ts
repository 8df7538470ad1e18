import type { Recorder } from "../recording/recorder.ts";
import { editInner } from "../tagging/edit-inner.ts";
import type { NewId } from "../tagging/item-tag.ts";
import { type Copy, slotsInside } from "./look.ts";

/** Gives a copy a fresh id, wherever it is, and records it. Returns the id; `undefined` if the copy is gone. */
export function reissue(copy: Copy, holderId: string, newId: NewId, recorder: Recorder): string | undefined {
  const freshId = newId();
  const path = slotsInside(copy);
  if (path.length === 0) copy.item.writeTag(freshId);
  else if (!editInner(copy.outer, path, (item) => item.writeTag(freshId))) return undefined;
  recorder.recordSeen(freshId, holderId, copy.item.material);
  recorder.recordTransfer(freshId, holderId, "REISSUED", copy.location);
  return freshId;
}

import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import { editInner } from "../tagging/edit-inner.ts";
import type { NewId } from "../tagging/item-tag.ts";
import { type Copy, slotsInside } from "./look.ts";
import { withOwnStack } from "./own-stack.ts";

interface ReissueParts {
  readonly platform: Pick<Platform, "replace" | "decodeItem">;
  readonly newId: NewId;
  readonly recorder: Recorder;
}

/**
 * Gives a copy a fresh id, wherever it is, and records it. Returns the id; `undefined` if the copy is gone. `copies`: all visible copies of
 * its id, none of which gets that id.
 */
export function reissue(
  copy: Copy,
  copies: Iterable<Copy>,
  holderId: string,
  { platform, newId, recorder }: ReissueParts,
): string | undefined {
  const own = withOwnStack(copy, copies, platform);
  if (own === undefined) return undefined;
  const freshId = newId();
  const path = slotsInside(own);
  if (path.length === 0) own.item.writeTag(freshId);
  else if (!editInner(own.outer, path, (item) => item.writeTag(freshId))) return undefined;
  recorder.recordSeen(freshId, holderId, copy.item.material);
  recorder.recordTransfer(freshId, holderId, "REISSUED", copy.location);
  return freshId;
}

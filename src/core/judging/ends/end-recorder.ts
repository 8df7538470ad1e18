import { errorText } from "../../errors.ts";
import type { ItemEnded } from "../../item-event.ts";
import type { Log } from "../../model/log.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { Store, TransferRecord } from "../../store.ts";
import { readItemId } from "../../tagging/item-tag.ts";
import type { Clock } from "../../time/clock.ts";
import { OncePerMinute } from "../../time/once-per-minute.ts";
import type { ItemReports } from "../item-reports.ts";
import type { Judge } from "../judge.ts";

/** How many of an item's newest rows are searched for its last holder. */
const ROWS_ASKED_FOR = 8;

interface EndRecorderParts {
  readonly judge: Pick<Judge, "lastHolderOf">;
  readonly itemReports: ItemReports;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly log: Log;
  /** The store, once it is open. */
  readonly store: () => Store | undefined;
}

/** Records that items ended. A row without an acting player carries the last holder; the nil UUID when there never was one. */
export class EndRecorder {
  readonly #parts: EndRecorderParts;
  readonly #failures: OncePerMinute;
  readonly #asking = new Set<Promise<void>>();

  constructor(parts: EndRecorderParts) {
    this.#parts = parts;
    this.#failures = new OncePerMinute(parts.clock);
  }

  record(event: ItemEnded): void {
    const itemId = readItemId(event.item);
    if (itemId === null) return;
    const { player, item, location, action } = event;
    if (player !== undefined && action === "CONSUME")
      this.#parts.itemReports.noteEnd(itemId, { how: "used", player, item, location });
    const holderId = player?.id ?? this.#parts.judge.lastHolderOf(itemId);
    const store = this.#parts.store();
    if (holderId !== NIL_UUID || store === undefined) this.#write(itemId, holderId, event);
    else this.#ask(itemId, event, store);
  }

  /** Resolves when all rows are written. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#asking);
  }

  /** Asks the store, because the last holder is not remembered here: after a restart, or because it was long ago. */
  #ask(itemId: string, event: ItemEnded, store: Store): void {
    const { recorder, log } = this.#parts;
    recorder.flushNow();
    const asking = store.getItemTransferHistory(itemId, ROWS_ASKED_FOR).then(
      (rows) => this.#write(itemId, lastHolderIn(rows), event),
      (error: unknown) => {
        const text = errorText(error);
        this.#failures.run(() => log.warn(`Who held ${itemId} last cannot be read: ${text}`));
        this.#write(itemId, NIL_UUID, event);
      },
    );
    this.#asking.add(asking);
    void asking.then(() => this.#asking.delete(asking));
  }

  #write(itemId: string, holderId: string, { action, location }: ItemEnded): void {
    this.#parts.recorder.recordTransfer(itemId, holderId, action, location);
  }
}

/** Rows are newest first. A player who merely opened a container and found the item there did not hold it. */
function lastHolderIn(rows: readonly TransferRecord[]): string {
  const act = rows.find(({ playerUUID, action }) => playerUUID !== NIL_UUID && action !== "CONTAINER_OPEN");
  return act?.playerUUID ?? NIL_UUID;
}

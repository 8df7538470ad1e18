import type { Page } from "../../../core/storage-face.ts";
import { errorText } from "../../../core/storage-face.ts";
import type { Engine } from "../../engine.ts";
import type { FailureLog } from "../../failure-log.ts";
import type { Answer, Question, Values } from "../../questions.ts";
import { manifestsFor } from "../cleared-months.ts";
import { continueAtBlock } from "./archive-at-block.ts";
import type { ArchiveFolder, Manifest } from "./archive-folder.ts";
import { continueHandled } from "./archive-handled.ts";
import { continueHistory } from "./archive-history.ts";

const ASK_ANEW_MS = 60_000;

/**
 * Continues the store's answers with rows from the archive. The store is asked at once, in its turn; the archive is read afterwards,
 * beside the thread's other work.
 */
export class ArchiveAnswers {
  readonly #engine: Engine;
  readonly #folder: ArchiveFolder;
  readonly #log: FailureLog;
  readonly #serverName: string;
  #askedElsewhereMs = Number.NEGATIVE_INFINITY;

  constructor(engine: Engine, folder: ArchiveFolder, serverName: string, log: FailureLog) {
    this.#engine = engine;
    this.#folder = folder;
    this.#log = log;
    this.#serverName = serverName;
  }

  async ask<Q extends Question>(question: Q, ...values: Values<Q>): Promise<Answer<Q>> {
    if (question === "getItemTransferHistory") {
      const [itemId, limit] = values as Values<"getItemTransferHistory">;
      const before = await this.#manifests();
      const fromStore = await this.#engine.ask("getItemTransferHistory", itemId, limit);
      const whole = () => continueHistory(this.#folder, before, fromStore, itemId, limit);
      return (await this.#continued(before, whole, fromStore)) as Answer<Q>;
    }
    if (question === "itemsOfPlayer") {
      const [playerId, page] = values as Values<"itemsOfPlayer">;
      const before = await this.#manifests();
      const isPlain = before.length === 0;
      const fromStore = await this.#engine.ask("itemsOfPlayer", playerId, isPlain ? page : fromStart(page));
      const whole = () => continueHandled(this.#folder, fromStore, playerId, page, (id) => this.#materialOf(id));
      return (await this.#continued(before, whole, isPlain ? fromStore : cut(fromStore, page))) as Answer<Q>;
    }
    if (question === "transfersAt") {
      const [block, page] = values as Values<"transfersAt">;
      const before = await this.#manifests();
      const isPlain = before.length === 0;
      const fromStore = await this.#engine.ask("transfersAt", block, isPlain ? page : fromStart(page));
      const materialOf = (id: string) => this.#materialOf(id);
      const whole = () => continueAtBlock(this.#folder, before, fromStore, block, this.#serverName, page, materialOf);
      return (await this.#continued(before, whole, isPlain ? fromStore : cut(fromStore, page))) as Answer<Q>;
    }
    return this.#engine.ask(question, ...values);
  }

  /** If the archive cannot be read, the store's part is still returned, and the operator is told. */
  async #continued<T>(before: readonly Manifest[], whole: () => Promise<T>, fromStore: T): Promise<T> {
    await this.#tellElsewhere();
    if (before.length === 0) return fromStore;
    try {
      return await whole();
    } catch (cause) {
      const why = errorText(cause);
      this.#log.failure("archive", `The archive ${this.#folder.path} cannot be read: older rows are missing. ${why}`);
      return fromStore;
    }
  }

  async #tellElsewhere(): Promise<void> {
    if (this.#engine.archivedMonths === undefined || Date.now() - this.#askedElsewhereMs < ASK_ANEW_MS) return;
    this.#askedElsewhereMs = Date.now();
    const here = new Set(this.#inFolder().map(({ month }) => month));
    const months = (await this.#engine.archivedMonths()).filter(({ month, rows }) => rows > 0 && !here.has(month));
    if (months.length === 0) return;
    const where = months.map(({ month, server, folder }) => `${month} on server "${server}" in ${folder}`);
    this.#log.failure(
      "archive elsewhere",
      `Older rows of histories are not shown here. They are archived: ${where.join("; ")}. Let storage.archive-folder of this server be that folder to see them.`,
    );
  }

  async #manifests(): Promise<Manifest[]> {
    const manifests = this.#inFolder();
    return manifests.length === 0 ? [] : manifestsFor(await this.#engine.clearedMonths(), manifests);
  }

  #inFolder(): Manifest[] {
    try {
      return this.#folder.manifests();
    } catch (cause) {
      const why = errorText(cause);
      this.#log.failure("archive", `The archive ${this.#folder.path} cannot be read: older rows are missing. ${why}`);
      return [];
    }
  }

  async #materialOf(itemId: string): Promise<string> {
    return (await this.#engine.ask("firstSighting", itemId))?.material ?? "";
  }
}

/** The archive's rows may come anywhere in the list, so everything before the page is needed too. */
function fromStart({ offset, limit }: Page): Page {
  return { offset: 0, limit: offset + limit };
}

function cut<T>(items: readonly T[], { offset, limit }: Page): T[] {
  return items.slice(offset, offset + limit);
}

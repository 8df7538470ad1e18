import { errorText } from "../errors.ts";
import type { Caller, Parameter } from "../platform.ts";
import type { Store } from "../store.ts";
import { readItemId } from "../tagging/item-tag.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import type { CommandContext } from "./command-context.ts";
import { isPlayer } from "./handler.ts";
import { quotedIfNeeded } from "./read-arguments.ts";

/** The most suggestions from the store for one argument. */
const MAX_SUGGESTIONS = 20;

/** Answers that come later are not suggested, because nobody waits for them while typing. */
const PATIENCE_MS = 500;

/** Suggests what an argument may be: from the game at once, from the store if it answers in time. Never rejects. */
export class Completion {
  readonly #context: CommandContext;
  readonly #failures: OncePerMinute;

  constructor(context: CommandContext) {
    this.#context = context;
    this.#failures = new OncePerMinute(context.clock);
  }

  /** `typed` is the beginning of the argument. */
  async suggest(parameter: Parameter, caller: Caller, typed: string): Promise<string[]> {
    const known = this.#known(parameter, caller);
    const stored = await this.#inTime(parameter, typed.replace(/^"/, "").toLowerCase());
    return startingWith(typed, [...new Set([...known, ...stored])].map(quotedIfNeeded));
  }

  #known({ name, kind, choices }: Parameter, caller: Caller): readonly string[] {
    if (kind === "coordinate") return isPlayer(caller) ? [String(Math.floor(caller.location()[name as "x"]))] : [];
    if (kind === "player") return [...this.#context.platform.players()].map(({ name }) => name);
    if (kind !== "item-id" || !isPlayer(caller)) return choices;
    const held = readItemId(caller.heldItem());
    return held === null ? [] : [held];
  }

  async #inTime(parameter: Parameter, prefix: string): Promise<readonly string[]> {
    const { runLater: later, log } = this.#context;
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const cancel = later(PATIENCE_MS, () => resolve([]));
    this.#stored(parameter, prefix)
      .then(resolve, (error: unknown) => {
        const text = errorText(error);
        this.#failures.run(() => log.warn(`Arguments cannot be completed from the store: ${text}`));
        resolve([]);
      })
      .finally(cancel);
    return promise;
  }

  async #stored({ kind }: Parameter, prefix: string): Promise<readonly string[]> {
    const { store } = this.#context;
    if (kind === "player") return store.playerNames(prefix, MAX_SUGGESTIONS);
    if (kind === "server") return stoppedServers(store);
    if (kind === "case-number") return caseNumbers(store);
    if (kind !== "item-id") return [];
    // Without a beginning every id would fit: the ids that staff are busy with are more useful.
    if (prefix === "") return idsOfOpenCases(store);
    return /^[0-9a-f][0-9a-f-]*$/.test(prefix) ? store.idsByPrefix(prefix, MAX_SUGGESTIONS) : [];
  }
}

/** Open cases first, each newest first. */
async function caseNumbers(store: Store): Promise<string[]> {
  const page = { offset: 0, limit: MAX_SUGGESTIONS };
  const [open, all] = await Promise.all([store.cases({ status: "open" }, page), store.cases({}, page)]);
  return [...new Set([...open, ...all].map(({ number }) => String(number)))];
}

async function idsOfOpenCases(store: Store): Promise<string[]> {
  const open = await store.cases({ status: "open" }, { offset: 0, limit: MAX_SUGGESTIONS });
  return open.flatMap(({ itemIds }) => itemIds).slice(0, MAX_SUGGESTIONS);
}

async function stoppedServers(store: Store): Promise<string[]> {
  const stopped = (await store.servers()).filter(({ isRunning, isRetired }) => !isRunning && !isRetired);
  return stopped.map(({ name }) => name);
}

export function startingWith(typed: string, values: readonly string[]): string[] {
  const wanted = typed.replace(/^"/, "").toLowerCase();
  return values.filter((value) => value.replace(/^"/, "").toLowerCase().startsWith(wanted));
}

import type { Page } from "../store.ts";
import { type CommandCall, sendAll } from "./handler.ts";

/** As many rows as fit on a screen of chat. */
const ROWS_PER_PAGE = 8;

export interface PageOf<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
}

/** Asks for one page, numbered from 1, and for one row more to know whether there is another. */
export async function askPage<T>(number: number, ask: (page: Page) => Promise<readonly T[]>): Promise<PageOf<T>> {
  const found = await ask({ offset: (number - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE + 1 });
  return { rows: found.slice(0, ROWS_PER_PAGE), hasMore: found.length > ROWS_PER_PAGE };
}

/** One page of a list in memory. */
export function pageOf<T>(number: number, all: readonly T[], size = ROWS_PER_PAGE): PageOf<T> {
  const end = number * size;
  return { rows: all.slice(end - size, end), hasMore: all.length > end };
}

/**
 * Shows a page: its title and rows, and how to see the next. An empty first page shows `none`, any other empty page its number.
 * `command` does not include the number.
 */
export function sendPage(
  call: CommandCall,
  number: number,
  { rows, hasMore }: PageOf<string>,
  { title, none, command }: { readonly title: string; readonly none: string; readonly command: string },
): void {
  const { caller, context } = call;
  const { messages } = context;
  if (rows.length === 0) {
    caller.send(number === 1 ? none : messages.text("commands.no-such-page", { page: number }));
    return;
  }
  sendAll(call, [title, ...rows]);
  if (hasMore) caller.send(messages.text("commands.more", { page: number, command: `${command} ${number + 1}` }));
}

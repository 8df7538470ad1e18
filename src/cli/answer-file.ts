import { once } from "node:events";
import { chmodSync, createWriteStream, realpathSync, renameSync, rmSync, statSync, type WriteStream } from "node:fs";
import { extname, sep } from "node:path";
import { DoubletakeError } from "../operators.ts";
import { Refusal } from "./cli-errors.ts";

const DRAFT = ".saving";

/** Writes a part of the file, and waits if the disk is slower. */
export type WriteText = (text: string) => Promise<void>;

/**
 * Writes the file that `--out` names. It has its name only once it is whole: until then whatever had the name before is still there. Files
 * of the plugin folder are not replaced, unless they are of the kind that is written: `--out tracker.db` would destroy the store.
 */
export async function writeAnswerFile<T>(
  path: string,
  { folder, kind }: { readonly folder: string; readonly kind: string },
  work: (write: WriteText) => Promise<T>,
): Promise<T> {
  const before = statSync(path, { throwIfNoEntry: false });
  // A link goes on pointing at the file that is written. A device or a pipe has no draft.
  const target = before === undefined ? path : realpathSync(path);
  const isWhole = before === undefined || before.isFile();
  if (before?.isFile() && target.startsWith(realpathSync(folder) + sep) && extname(target) !== `.${kind}`)
    throw new Refusal(`${path} is a file of Doubletake's own: choose another name.`);
  const draft = isWhole ? `${target}${DRAFT}` : target;
  try {
    const result = await writeThrough(draft, work);
    if (before?.isFile()) chmodSync(draft, before.mode);
    if (isWhole) renameSync(draft, target);
    return result;
  } catch (error) {
    if (isWhole) rmSync(draft, { force: true });
    throw isOfTheDisk(error) ? unwritable(path, error) : error;
  }
}

async function writeThrough<T>(draft: string, work: (write: WriteText) => Promise<T>): Promise<T> {
  const file = createWriteStream(draft);
  const failed = new Promise<never>((_, reject) => file.once("error", reject));
  failed.catch(() => {
    // Whoever waits for the file hears of it.
  });
  await Promise.race([once(file, "open"), failed]);
  try {
    const result = await work((text) => Promise.race([written(file, text), failed]));
    file.end();
    await Promise.race([once(file, "close"), failed]);
    return result;
  } finally {
    file.destroy();
  }
}

async function written(file: WriteStream, text: string): Promise<void> {
  if (!file.write(text)) await once(file, "drain");
}

function isOfTheDisk(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
}

function unwritable(path: string, error: unknown): DoubletakeError {
  const { code } = error as NodeJS.ErrnoException;
  const text = `${path} cannot be written (${code}): choose another file, or make its folder writable and give it room.`;
  return new DoubletakeError("DT_FOLDER_DENIED", text, { cause: error });
}

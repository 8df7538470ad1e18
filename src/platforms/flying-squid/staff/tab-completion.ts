import type { CommandSet } from "../../../index.ts";
import type { FlyingSquidPlayer } from "../flying-squid-player.ts";
import type { Game } from "../game.ts";
import type { SquidPlayer } from "../squid-server.ts";

interface Question {
  readonly text: string;
  /** Present from 1.13 on. */
  readonly transactionId?: number;
}

/** Completes lines that begin with one of our commands. The server answers all others, in the form of versions up to 1.12. */
export function answerCompletion(game: Game, commands: () => CommandSet | undefined, host: SquidPlayer): void {
  host._client.on("tab_complete", (question: Question) => {
    const player = game.sessions.of(host);
    const known = commands();
    if (player === undefined || known === undefined) return;
    const [first = "", ...words] = question.text.split(" ");
    const root = rootOf(known, first.replace(/^\//, ""));
    if (root === undefined || words.length === 0) return;
    void known.complete(root, player, words).then((matches) => answer(player, question, words.at(-1)!, matches));
  });
}

function rootOf({ roots }: CommandSet, typed: string): string | undefined {
  return roots.find(({ name, aliases }) => name === typed || aliases.includes(typed))?.name;
}

function answer({ host }: FlyingSquidPlayer, question: Question, word: string, matches: readonly string[]): void {
  if (host.disconnected) return;
  const { transactionId, text } = question;
  const start = text.length - word.length;
  const fields =
    transactionId === undefined
      ? { matches }
      : { transactionId, start, length: word.length, matches: matches.map((match) => ({ match })) };
  host._client.write("tab_complete", fields);
}

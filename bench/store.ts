/** The store against what it is made of: `npm run bench -- store`. Issue 3 of the project lists the targets. */
import { availableParallelism, loadavg } from "node:os";
import { gameThread } from "./store/game-thread.ts";
import { sqliteQuestions } from "./store/sqlite-questions.ts";
import { sqliteWriting } from "./store/sqlite-writing.ts";

const ROUNDS = 5;
const SECONDS_A_RUN = 20;

export async function run(): Promise<Record<string, unknown>> {
  const writing = await sqliteWriting(ROUNDS);
  const thread = await gameThread(SECONDS_A_RUN);
  const questions = await sqliteQuestions();
  const { postgresFigures } = await import("./store-postgres.ts");
  const postgres = await postgresFigures();
  // On a busy machine the figures say less: two of our threads wait for each other, but a bare insert waits for none.
  return {
    cores: availableParallelism(),
    loadAverage: loadavg(),
    sqlite: { ...writing, questions, gameThread: thread },
    postgres,
  };
}

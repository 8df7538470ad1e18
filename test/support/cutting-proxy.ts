import { connect, createServer, type Server, type Socket } from "node:net";

/** Stands between us and PostgreSQL, and can cut the line at the worst moment: after a commit, before its answer. */
export class CuttingProxy {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #lines = new Set<{ readonly client: Socket; readonly postgres: Socket }>();
  #cutsLeft = 0;
  #port = 0;
  /** Commits that reached PostgreSQL and whose answer we held back. */
  cuts = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#serve(client));
  }

  static async before(url: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(url));
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    const url = new URL(this.#target);
    if (address && typeof address === "object") url.port = String(address.port);
    return url.href;
  }

  /** The next commits get no answer: the line is dead when it would come. */
  cutAfterCommits(count: number): void {
    this.#cutsLeft = count;
  }

  /** Kills our side of every line, while PostgreSQL still believes that its side is alive: a cable was pulled. */
  forgetClients(): void {
    for (const { client, postgres } of this.#lines) {
      client.removeAllListeners("close");
      client.destroy();
      postgres.removeAllListeners("data");
      postgres.resume();
    }
  }

  /** From now on everything that is sent vanishes, in both directions, and no line breaks. */
  swallow(): void {
    for (const { client, postgres } of this.#lines) {
      for (const socket of [client, postgres]) {
        socket.removeAllListeners("data");
        socket.resume();
      }
    }
  }

  /** Nothing gets through until `mend`: lines break, and new ones are refused. */
  async cut(): Promise<void> {
    const address = this.#server.address();
    if (address && typeof address === "object") this.#port = address.port;
    await this.close();
  }

  async mend(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: Socket): void {
    const postgres = connect(Number(this.#target.port), this.#target.hostname);
    this.#lines.add({ client, postgres });
    let isCut = false;
    for (const socket of [client, postgres]) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        postgres.destroy();
      });
    }
    client.on("data", (bytes) => {
      if (this.#cutsLeft > 0 && bytes.includes("COMMIT")) {
        this.#cutsLeft--;
        isCut = true;
      }
      postgres.write(bytes);
    });
    postgres.on("data", (bytes) => {
      if (!isCut) {
        client.write(bytes);
        return;
      }
      this.cuts++;
      client.destroy();
    });
  }
}

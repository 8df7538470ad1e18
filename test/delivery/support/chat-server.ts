import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { answer, type Behaviour } from "./behaviours.ts";

/** The certificate that the secure server shows: for `localhost`, and self-signed. */
export const LOCALHOST_CERTIFICATE = read("localhost-certificate.pem");

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Parsed, or the text if it is not JSON. */
  readonly body: unknown;
}

/** What a platform finds wrong with a message; `undefined` if nothing. */
export type Rules = (received: Received) => string | undefined;

/** A chat platform on the loopback interface: real sockets, with the good and bad days of the real platforms. */
export class ChatServer {
  /** Every request, however it was answered. */
  readonly requests: Received[] = [];
  /** Messages that were accepted. */
  readonly messages: Received[] = [];
  /** What was wrong with the messages that were refused. */
  readonly complaints: string[] = [];
  /** How the next requests are answered, one behaviour each; after that `habit`. */
  readonly next: Behaviour[] = [];
  /** Absent: the rules decide. */
  habit: Behaviour | undefined;
  readonly origin: string;
  readonly #close: () => Promise<void>;
  readonly #waiting = new Set<() => void>();

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin;
    this.#close = close;
  }

  /** `host` is the name in the address. The certificate of the secure server is only for `localhost`. */
  static async start(
    options: { rules?: Rules; success?: Behaviour; isSecure?: boolean; host?: string } = {},
  ): Promise<ChatServer> {
    const { rules = () => undefined, success = answer(204), isSecure = false } = options;
    let chat: ChatServer | undefined;
    const listener: RequestListener = (request, response) => void chat?.receive(request, response, rules, success);
    const server = isSecure
      ? createSecureServer({ key: read("localhost-key.pem"), cert: LOCALHOST_CERTIFICATE }, listener)
      : createServer(listener);
    const host = options.host ?? (isSecure ? "localhost" : "127.0.0.1");
    server.listen(0, host);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    chat = new ChatServer(`${isSecure ? "https" : "http"}://${host}:${port}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return chat;
  }

  /** Resolves as soon as the condition holds. It is checked after every request. */
  async until(condition: (chat: ChatServer) => boolean): Promise<void> {
    while (!condition(this)) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  async close(): Promise<void> {
    await this.#close();
  }

  async receive(request: IncomingMessage, response: ServerResponse, rules: Rules, success: Behaviour): Promise<void> {
    const received: Received = { path: request.url ?? "", headers: request.headers, body: await bodyOf(request) };
    this.requests.push(received);
    const behaviour = this.next.shift() ?? this.habit;
    if (behaviour) {
      behaviour(request, response);
    } else {
      const complaint = request.method === "POST" ? rules(received) : `${request.method} where a POST belongs`;
      if (complaint === undefined) this.messages.push(received);
      else this.complaints.push(complaint);
      (complaint === undefined ? success : answer(400, { message: complaint }))(request, response);
    }
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    // The rules say what is wrong with it.
    return text;
  }
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), "utf8");
}

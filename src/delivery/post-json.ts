import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { rootCertificates } from "node:tls";
import type { DeliveryFailure } from "../core/index.ts";
import { failureOfError } from "./failure-of-error.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The result of one request. */
export type Attempt =
  | { readonly kind: "delivered" }
  | { readonly kind: "failed"; readonly failure: DeliveryFailure; readonly waitMs?: number }
  /** The server stopped before there was a result. */
  | { readonly kind: "stopped" };

export interface Target {
  /** Secret. */
  readonly url: URL;
  readonly agent: HttpAgent;
  readonly timeoutMs: number;
}

/** No more of an answer is read: everything we need is in the first lines. */
const MAX_ANSWER_BYTES = 8192;
const MAX_REDIRECTS = 3;
/** The connection is closed if the rest of an answer takes longer than this. */
const REST_OF_ANSWER_MS = 1000;

/** Keeps the connection of one channel open between messages. A bad certificate always fails, whatever the environment says. */
export function agentFor(url: URL, trustedCertificates: readonly string[]): HttpAgent {
  const options = { keepAlive: true, maxFreeSockets: 1 };
  if (url.protocol === "http:") return new HttpAgent(options);
  const ca = trustedCertificates.length === 0 ? {} : { ca: [...rootCertificates, ...trustedCertificates] };
  return new HttpsAgent({ ...options, ...ca, rejectUnauthorized: true });
}

/** POSTs once. It never rejects, and its result contains nothing of the address or the answer's text. */
export async function postJson(target: Target, body: object, stop: AbortSignal): Promise<Attempt> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), target.timeoutMs);
  const onStop = () => limit.abort();
  stop.addEventListener("abort", onStop, { once: true });
  try {
    if (stop.aborted) return { kind: "stopped" };
    return await follow(target, JSON.stringify(body), limit.signal);
  } catch (error) {
    if (stop.aborted) return { kind: "stopped" };
    const failure: DeliveryFailure = limit.signal.aborted ? { kind: "timed-out" } : failureOfError(error);
    return { kind: "failed", failure };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", onStop);
  }
}

/** Follows only the two kinds of redirect that keep a POST a POST, and only within the same origin. */
async function follow(target: Target, body: string, signal: AbortSignal): Promise<Attempt> {
  let url = target.url;
  for (let redirects = 0; ; redirects++) {
    const answer = await post(url, target.agent, body, signal);
    const status = answer.statusCode ?? 0;
    if (status === 429) return await rateLimited(answer);
    skipRest(answer);
    if (status >= 200 && status < 300) return { kind: "delivered" };
    if (status < 300 || status >= 400) return { kind: "failed", failure: { kind: "answered", status } };
    const next = URL.parse(answer.headers.location ?? "", url.href);
    const keepsMethod = status === 307 || status === 308;
    if (!next || !keepsMethod || next.origin !== url.origin || redirects === MAX_REDIRECTS) {
      return { kind: "failed", failure: { kind: "redirected", status } };
    }
    // Keep our own credentials, whatever the redirect contains.
    [next.username, next.password] = [url.username, url.password];
    url = next;
  }
}

function post(url: URL, agent: HttpAgent, body: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "user-agent": "Doubletake",
      accept: "application/json",
    };
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, { method: "POST", agent, headers, signal }, resolve);
    // Never removed: an error after the answer has begun must not end the thread.
    request.on("error", reject);
    request.end(body);
  });
}

async function rateLimited(answer: IncomingMessage): Promise<Attempt> {
  const waitMs = retryAfterMs(answer.headers, await beginningOf(answer), Date.now());
  const failure: DeliveryFailure = { kind: "rate-limited", seconds: Math.ceil((waitMs ?? 0) / 1000) };
  return waitMs === undefined ? { kind: "failed", failure } : { kind: "failed", failure, waitMs };
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop closes the connection.
      if (length >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The answer broke off. The status is known, and the header may still say how long to wait.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
}

/** Lets a short answer end, so that its connection can be used again. Cuts off a long or slow one. */
function skipRest(answer: IncomingMessage): void {
  let length = 0;
  const timer = setTimeout(() => answer.destroy(), REST_OF_ANSWER_MS);
  answer.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) answer.destroy();
  });
  answer.on("error", () => {
    // The status is already known, so the rest does not matter.
  });
  answer.on("close", () => clearTimeout(timer));
}

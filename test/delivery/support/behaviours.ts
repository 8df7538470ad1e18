import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

/** What a server does with one request. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export function answer(status: number, body?: object | string, headers: OutgoingHttpHeaders = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "object" ? JSON.stringify(body) : body);
  };
}

/** How the platforms say "not so fast": in the header, or in one of two places in the body. */
export function tooMany(seconds: number, place: "body" | "parameters" | "header"): Behaviour {
  if (place === "header") return answer(429, "", { "retry-after": String(seconds) });
  const body = place === "body" ? { retry_after: seconds } : { ok: false, parameters: { retry_after: seconds } };
  return answer(429, body);
}

export function redirectTo(url: string, status: number): Behaviour {
  return answer(status, "", { location: url });
}

/** Takes the request and never answers. */
export const hang: Behaviour = () => undefined;

/** Breaks off in the middle of an answer that began well. */
export const breakOff =
  (status: number): Behaviour =>
  (request, response) => {
    response.writeHead(status, { "content-length": 1000 });
    response.write("the beginning of", () => request.socket.destroy());
  };

/** Hangs up without an answer. */
export const hangUp: Behaviour = (request) => void request.socket.destroy();

/** Answers with something that is not HTTP. */
export const garbage: Behaviour = (request) => void request.socket.end("\u0000\u0001 no such protocol\r\n\r\n");

/** Answers without end. `onCut` hears how much was written when the other side had enough. */
export function endless(status: number, onCut: (bytes: number) => void): Behaviour {
  return (_request, response) => {
    const chunk = Buffer.alloc(16_384, "x");
    let bytes = 0;
    response.writeHead(status);
    const talk = () => {
      while (!response.destroyed) {
        bytes += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on("drain", talk);
    response.on("close", () => onCut(bytes));
    talk();
  };
}

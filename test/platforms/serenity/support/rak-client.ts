import { createSocket, type Socket } from "node:dgram";
import { RakSession } from "./rak-session.ts";

const magic = Buffer.from("00ffff00fefefefefdfdfdfd12345678", "hex");
const protocol = 11;
const mtu = 1464;
const tickMs = 20;
const helloEveryMs = 200;
/** How long a goodbye, and what came before it, is repeated: a busy server drops some datagrams. */
const lastWordsMs = 2000;
/** A server that crashed is silent. One on a busy machine may be silent for a long time, too. */
const silenceMs = 60_000;
/** A server that hears us answers each ping, however busy it is, sooner than this. If it does not, it waits for something before the ping. */
const answerMs = 5000;

/**
 * RakNet for bedrock-protocol, instead of its native one, which blocks the whole thread for 300 ms at every goodbye and cannot leave
 * without one. The members are those that bedrock-protocol 3.59 calls.
 */
export class RakClient {
  onConnected = () => {};
  onCloseConnection: (reason: string) => void = () => {};
  onEncapsulated: (message: { buffer: Buffer }) => void = () => {};
  readonly #host: string;
  readonly #port: number;
  readonly #socket: Socket;
  readonly #guid = BigInt(Math.floor(Math.random() * 2 ** 48));
  readonly #session: RakSession;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #heardAt = performance.now();
  #answeredAt = 0;
  #state: "new" | "greeting" | "requesting" | "connected" | "leaving" | "closed" = "new";

  constructor(options: { host: string; port: number }) {
    this.#host = options.host;
    this.#port = options.port;
    this.#socket = createSocket({ type: "udp4", recvBufferSize: 4 << 20 });
    this.#session = new RakSession(
      (datagram) => this.#send(datagram),
      (message) => this.#message(message),
    );
    this.#socket.on("message", (datagram) => this.#datagram(datagram));
    this.#socket.on("error", (error) => this.#end(error.message));
    this.#socket.unref();
  }

  connect(): void {
    this.#state = "greeting";
    this.#heardAt = performance.now();
    this.#socket.bind(0, "127.0.0.1", () => this.#greet());
    // A client of a server that crashed must not keep the test's process alive.
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** bedrock-protocol's queue flag does not matter: everything goes out at once. */
  sendReliable(buffer: Buffer, _immediate?: boolean): void {
    if (this.#state === "connected") this.#session.message(buffer);
  }

  /** Says goodbye, makes sure that the server hears it, and releases the socket. */
  close(): void {
    if (this.#state === "closed" || this.#state === "leaving") return;
    if (this.#state !== "connected") {
      this.vanish();
      return;
    }
    this.#session.message(Buffer.from([0x15]));
    this.#state = "leaving";
    setTimeout(() => this.vanish(), lastWordsMs).unref();
  }

  /** Releases the socket without a goodbye, as if the network failed. The server notices after 15 s. */
  vanish(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    clearInterval(this.#timer);
    this.#socket.close();
  }

  #end(reason: string): void {
    if (this.#state === "closed" || this.#state === "leaving") return;
    this.vanish();
    this.onCloseConnection(reason);
  }

  #send(datagram: Buffer): void {
    if (this.#state !== "closed") this.#socket.send(datagram, this.#port, this.#host);
  }

  #tick(): void {
    this.#session.tick();
    if (performance.now() - this.#heardAt > silenceMs) this.#end("the server fell silent");
    if (++this.#ticks % (helloEveryMs / tickMs) !== 0) return;
    if (this.#state === "greeting") this.#greet();
    // The answer may have been lost, and nothing else that the server sends would show that.
    else if (this.#state === "requesting") this.#request();
    else if (this.#state === "connected") this.#ping();
  }

  /** The answer also shows whether anything before it was lost. */
  #ping(): void {
    this.#session.message(Buffer.concat([Buffer.from([0x00]), time()]));
    if (performance.now() - this.#answeredAt < answerMs) return;
    this.#answeredAt = performance.now();
    this.#session.repeatAcknowledged();
  }

  #greet(): void {
    const hello = Buffer.concat([Buffer.from([0x05]), magic, Buffer.from([protocol])]);
    this.#send(Buffer.concat([hello, Buffer.alloc(mtu - hello.length)]));
  }

  #datagram(datagram: Buffer): void {
    const kind = datagram[0] ?? 0;
    this.#heardAt = performance.now();
    if (kind & 0x80) {
      this.#session.datagram(datagram);
    } else if (kind === 0x06 && this.#state === "greeting") {
      const size = Buffer.alloc(2);
      size.writeUInt16BE(mtu);
      this.#send(Buffer.concat([Buffer.from([0x07]), magic, address(this.#host, this.#port), size, int64(this.#guid)]));
    } else if (kind === 0x08 && this.#state === "greeting") {
      this.#state = "requesting";
      this.#request();
    }
  }

  #request(): void {
    this.#session.message(Buffer.concat([Buffer.from([0x09]), int64(this.#guid), time(), Buffer.from([0])]));
  }

  #message(message: Buffer): void {
    if (this.#state === "leaving") return;
    const kind = message[0];
    if (kind === 0xfe) this.onEncapsulated({ buffer: message });
    else if (kind === 0x15) this.#end("the server said goodbye");
    else if (kind === 0x03) this.#answeredAt = performance.now();
    else if (kind === 0x00) this.#session.message(Buffer.concat([Buffer.from([0x03]), message.subarray(1, 9), time()]));
    else if (kind === 0x10 && this.#state === "requesting") {
      this.#state = "connected";
      this.#answeredAt = performance.now();
      const nowhere = Array.from({ length: 20 }, () => address("0.0.0.0", 0));
      const parts = [Buffer.from([0x13]), address(this.#host, this.#port), ...nowhere, time(), time()];
      this.#session.message(Buffer.concat(parts));
      this.onConnected();
    }
  }
}

function address(host: string, port: number): Buffer {
  return Buffer.from([4, ...host.split(".").map((part) => ~Number(part) & 0xff), port >> 8, port & 0xff]);
}

function int64(value: bigint): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(value);
  return buffer;
}

const time = () => int64(BigInt(Math.floor(performance.now())));

import { createSocket } from "node:dgram";
import { test } from "node:test";
import { RakClient } from "./support/rak-client.ts";
import { decodeFrames, encodeFrame, reliableOrdered } from "./support/rak-frame.ts";
import { until } from "./support/wait.ts";

const ACCEPTED = 0x10;
const GOODBYE = 0x15;

test("a goodbye that gets lost is said again: otherwise the server would serve the player for 15 s more", async (context) => {
  let goodbyes = 0;
  const server = createSocket("udp4", (datagram, { port, address }) => {
    const answer = (bytes: Buffer) => server.send(bytes, port, address);
    if (datagram[0] === 0x05) answer(Buffer.from([0x06]));
    else if (datagram[0] === 0x07) answer(Buffer.from([0x08]));
    else if ((datagram[0]! & 0xf0) === 0x80)
      for (const { payload } of decodeFrames(datagram)) {
        const frame = {
          reliability: reliableOrdered,
          reliableIndex: 0,
          orderIndex: 0,
          payload: Buffer.from([ACCEPTED]),
        };
        if (payload[0] === 0x09) answer(Buffer.concat([Buffer.from([0x84, 0, 0, 0]), encodeFrame(frame)]));
        if (payload[0] === GOODBYE) goodbyes++;
      }
  });
  context.after(() => server.close());
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  const client = new RakClient({ host: "127.0.0.1", port: server.address().port });
  await new Promise<void>((resolve) => {
    client.onConnected = resolve;
    client.connect();
  });
  client.close();
  await until("a second goodbye", () => goodbyes >= 2);
  client.vanish();
});

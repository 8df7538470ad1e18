import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTestOutcome } from "../../src/core/channels/channel-status.ts";
import { CHANNEL_NAMES } from "../../src/core/index.ts";
import { englishMessages } from "../../src/testing/unpublished/english-messages.ts";
import { sampleAlert } from "../../src/testing/unpublished/sample-alert.ts";
import { answer, type Behaviour, garbage, hang, hangUp, redirectTo, tooMany } from "./support/behaviours.ts";
import { LOCALHOST_CERTIFICATE } from "./support/chat-server.ts";
import { eventually, IMPATIENT, openDelivery, startChat } from "./support/open-delivery.ts";

const LIMIT = { timeout: 60_000 };

test("a redirect to another host or port is not followed", LIMIT, async (t) => {
  const [chat, elsewhere] = [await startChat(t), await startChat(t)];
  const { delivery } = openDelivery(t, { generic: { enabled: true, url: `${chat.origin}/hook` } });
  const named = elsewhere.origin.replace("127.0.0.1", "localhost");
  for (const target of [elsewhere.origin, named, "//127.0.0.2/x", "file:///etc/passwd", "http://["]) {
    for (const status of [301, 302, 303, 307, 308]) {
      chat.next.push(redirectTo(target, status));
      const outcome = await delivery.test("generic");
      assert.deepEqual(outcome.kind === "failed" && outcome.failure, { kind: "redirected", status });
    }
  }
  assert.equal(chat.requests.length, 25);
  assert.equal(elsewhere.requests.length, 0);
});

test("a redirect that keeps host and method is followed, but not in a circle", LIMIT, async (t) => {
  const chat = await startChat(t);
  const { delivery } = openDelivery(t, { generic: { enabled: true, url: `${chat.origin}/old` } });
  chat.next.push(redirectTo("/new", 308));
  assert.equal((await delivery.test("generic")).kind, "delivered");
  assert.equal(chat.messages[0]!.path, "/new");
  assert.equal((chat.messages[0]!.body as { type: string }).type, "TEST");
  chat.habit = redirectTo("/old", 307);
  assert.equal((await delivery.test("generic")).kind, "failed");
});

test("a certificate that nobody vouches for is a failure, not a detail", LIMIT, async (t) => {
  const chat = await startChat(t, { isSecure: true });
  const { delivery, log } = openDelivery(t, { generic: { enabled: true, url: chat.origin } });
  delivery.send(sampleAlert());
  await eventually(
    () => log.lines,
    (lines) => lines.length > 0,
  );
  assert.match(log.lines[0]!, /^warn: .*its certificate is not valid \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  assert.equal(chat.requests.length, 0);
});

test("a certificate for another name is a failure", LIMIT, async (t) => {
  const chat = await startChat(t, { isSecure: true, host: "127.0.0.1" });
  const { delivery } = openDelivery(
    t,
    { generic: { enabled: true, url: chat.origin } },
    { trustedCertificates: [LOCALHOST_CERTIFICATE] },
  );
  const outcome = await delivery.test("generic");
  assert.deepEqual(outcome.kind === "failed" && outcome.failure, {
    kind: "certificate",
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
});

test("an environment that switches certificates off does not", LIMIT, async (t) => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  const chat = await startChat(t, { isSecure: true });
  const { delivery } = openDelivery(t, { generic: { enabled: true, url: chat.origin } });
  assert.equal((await delivery.test("generic")).kind, "failed");
});

test("whatever goes wrong, no secret is said: only the host's name", LIMIT, async (t) => {
  const chat = await startChat(t);
  const echo: Behaviour = (request, response) => response.writeHead(500).end(`${request.url} ${request.headers.host}`);
  const behaviours: Behaviour[] = [
    answer(204),
    answer(404),
    echo,
    hang,
    hangUp,
    garbage,
    tooMany(0.001, "body"),
    redirectTo(`${chat.origin}/T0KEN/elsewhere`, 302),
    redirectTo("http://user:T0KEN@other.example/T0KEN", 307),
  ];
  const secret = "T0KEN/with%20space?and=signs&more#T0KEN";
  const section = {
    rate_limit_seconds: 0,
    embed_chat: { enabled: true, webhook_url: `${chat.origin}/api/webhooks/1/${secret}` },
    bot_chat: { enabled: true, bot_token: "123:T0KEN", chat_id: "T0KEN-chat", api_url: chat.origin },
    hook_chat: { enabled: true, webhook_url: `${chat.origin.replace("//", "//T0KEN:T0KEN@")}/services/${secret}` },
    generic: { enabled: true, url: `${chat.origin}/${secret}` },
  };
  const said: string[] = [];
  for (const behaviour of behaviours) {
    chat.habit = behaviour;
    const { delivery, log } = openDelivery(t, section, { timing: IMPATIENT });
    delivery.send(sampleAlert());
    for (const channel of CHANNEL_NAMES) {
      const outcome = await delivery.test(channel);
      said.push(JSON.stringify(outcome), describeTestOutcome(englishMessages(), outcome));
    }
    const health = await eventually(
      () => delivery.health(),
      (channels) => channels.every(({ waiting, delivered, lost }) => waiting === 0 && delivered + lost > 0),
    );
    said.push(JSON.stringify(health));
    await delivery.close();
    said.push(...log.lines);
  }
  const incomplete = openDelivery(t, {
    embed_chat: { enabled: true, webhook_url: "T0KEN" },
    bot_chat: { enabled: true, bot_token: "T0KEN" },
    hook_chat: { enabled: true, webhook_url: "ssh://T0KEN" },
    generic: { enabled: true, url: "http://[T0KEN" },
  });
  said.push(...incomplete.log.lines, JSON.stringify(await incomplete.delivery.health()));
  assert.ok(said.length > 100);
  for (const text of said) assert.doesNotMatch(text, /T0KEN|webhooks|services|space|:\/\/|%/i);
  assert.ok(said.some((text) => text.includes("127.0.0.1")));
});

test("credentials in an address are used", LIMIT, async (t) => {
  const chat = await startChat(t);
  const url = `${chat.origin.replace("//", "//staff:pass%20word@")}/hook`;
  const { delivery } = openDelivery(t, { generic: { enabled: true, url } });
  await delivery.test("generic");
  const expected = `Basic ${Buffer.from("staff:pass word").toString("base64")}`;
  assert.equal(chat.messages[0]!.headers.authorization, expected);
});

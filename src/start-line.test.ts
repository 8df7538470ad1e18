import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig, VERSION } from "./core/index.ts";
import { startLine } from "./start-line.ts";
import { FakePlatform } from "./testing/fake-platform.ts";

test("the start line says version, store, removal, channels, language and who is staff, and no secret", () => {
  const platform = new FakePlatform();
  const line = (text: string) => startLine(readConfig(text).config, platform);
  const rest =
    "Staff are operators (/op), or have the permission doubletake.admin, doubletake.alerts or doubletake.test.";
  assert.equal(
    line(""),
    `Doubletake ${VERSION} on ${platform.name} ${platform.version}: store sqlite, removal on, channels none, language en. ${rest}`,
  );
  const busy = line(
    "auto-remove-duplicates: off\nlanguage: de\nnotifications: { generic: { enabled: true, url: 'https://x/hunter2' }, hook_chat: { enabled: true } }",
  );
  assert.match(busy, /removal off, channels generic, language de\./);
  assert.doesNotMatch(busy, /hunter2/);
});

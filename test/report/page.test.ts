import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import type { CaseRecord } from "../../src/index.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { itemId, playerId } from "../../src/testing/store-contract/rows.ts";
import { doubletake, doubletakeJson } from "../cli/support/doubletake.ts";
import { openBrowser } from "./support/browser.ts";
import { fillBusy } from "./support/busy-server.ts";

const HOSTILE = '</script><img src=x onerror="window.hit=1">{b}&lt;';
/** The last of the sixteen names. */
const HOSTILE_ID = playerId(16);
const TRANSFERS = 3000;
const PHONE = { width: 375, height: 812 };

/** Looks again until it holds. The page's own policy forbids the browser to evaluate texts, so we ask from here. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 400; looks++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`never: ${holds}`);
}

describe("the report in a real browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-report-"));
  const file = join(folder, "report.html");
  let browser: Browser;

  before(async () => {
    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "survival" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    await fillBusy(store, { transfers: TRANSFERS, items: 60, cases: 12, nowMs: Date.now(), hostileName: HOSTILE });
    await store.close();
    const { code, err } = await doubletake(["report", "--out", file, "--dir", folder]);
    assert.equal(code, 0, err);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a view, and fails when the page complains or asks for anything beyond its own file. */
  async function withPage(
    hash: string,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
    of = file,
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 2400 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(of).href + hash);
    await page.waitForSelector("[data-ready]");
    await work(page);
    assert.equal(await page.evaluate("window.hit"), undefined, "no name ran");
    assert.deepEqual(complaints, []);
    await context.close();
  }

  const chartCount = (page: Page) => page.locator(".chart svg, .chart canvas").count();

  it("the overview shows its charts without a word on the console or the network", async () => {
    await withPage("", async (page) => {
      await until(async () => (await chartCount(page)) === 3);
      assert.match((await page.textContent("main")) ?? "", /3,000transfers/);
      assert.equal(await page.title(), "Overview · Doubletake");
    });
  });

  it("filters narrow what is counted, and reset brings everything back", async () => {
    await withPage("", async (page) => {
      const shown = async (): Promise<number> =>
        Number(((await page.getByRole("status").textContent()) ?? "").split(" of ")[0]?.replace(",", ""));
      assert.equal(await page.getByRole("status").textContent(), "3,000 of 3,000 transfers");
      await page.getByLabel("Search").fill("jeb_");
      await until(async () => (await shown()) < TRANSFERS);
      const ofJeb = await shown();
      assert.ok(ofJeb > 0);
      assert.equal(await page.locator(".bars").nth(1).locator("li").count(), 1, "only jeb_ is among the players");
      await page.getByLabel("Action").selectOption({ label: "Dropped" });
      await until(async () => (await shown()) < ofJeb);
      assert.ok((await shown()) > 0);
      await page.getByLabel("From").fill("2001-01-01");
      await page.getByLabel("To").fill("2001-01-02");
      await until(async () => (await shown()) === 0);
      await page.getByRole("button", { name: "Reset" }).click();
      await until(async () => (await shown()) === TRANSFERS);
    });
  });

  it("the list of cases is filtered by status and by text", async () => {
    await withPage("#cases", async (page) => {
      const rows = page.locator("tbody tr");
      assert.equal(await rows.count(), 12);
      await page.getByLabel("Status").selectOption("open");
      assert.equal(await rows.count(), 4);
      await page.getByLabel("Search").fill("no such thing");
      assert.equal(await rows.count(), 0);
    });
  });

  it("a case shows its evidence, its item's timeline and the maps", async () => {
    await withPage("#case/1", async (page) => {
      const text = (await page.textContent("main")) ?? "";
      for (const part of [
        "The copies, as they were seen",
        "What led up to it",
        "Through whose hands",
        "Map of world",
        "inventory/4",
      ]) {
        assert.ok(text.includes(part), part);
      }
      await until(async () => (await chartCount(page)) >= 2);
    });
  });

  it("a case tells how it happened, and cases tell which of them are one trick", async () => {
    const { value } = await doubletakeJson(["cases", "--status", "all", "--dir", folder]);
    const proven = value.filter(({ births }: CaseRecord) => births !== undefined);
    await withPage(`#case/${proven[0].number}`, async (page) => {
      const text = (await page.textContent("main")) ?? "";
      for (const part of ["How it happened", "one copy: on the ground", "two copies", "a copy turned up"]) {
        assert.equal(text.includes(part), part !== "two copies", part);
      }
      const [making, ...others] = await page.locator("li.making b").allTextContents();
      assert.equal(others.length, 0);
      assert.match(making!, /^.+ took Diamond Sword out of a container that was already gone$/);
    });
    await withPage("#cases", async (page) => {
      const tricks = await page.getByText(/^Cases .*: the same trick was seen \d+ times/).allTextContents();
      assert.equal(tricks.length, 1);
    });
  });

  it("an item's way can be read as a table by whoever cannot see the chart", async () => {
    await withPage(`#item/${itemId(3)}`, async (page) => {
      const chart = page.getByRole("img", { name: /^Timeline: \d+ transfers/ });
      assert.equal(await chart.count(), 1);
      await page.getByText("Show as a table").first().click();
      const rows = page.locator("details table tbody tr");
      await until(async () => (await rows.count()) > 0);
      assert.equal(await rows.count(), Number(/(\d+) transfers/.exec((await page.textContent(".lead")) ?? "")?.[1]));
    });
  });

  it("a hostile name stays text, in headings, lists, charts and tips", async () => {
    await withPage(`#player/${HOSTILE_ID}`, async (page) => {
      assert.equal(await page.textContent("h1"), HOSTILE);
      await until(async () => (await chartCount(page)) === 1);
      const box = await page.locator(".chart").first().boundingBox();
      await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      await page.waitForTimeout(200);
      assert.equal(await page.locator("img").count(), 0, "no element was made of it");
    });
    await withPage("#players", async (page) => {
      assert.equal(await page.getByRole("link", { name: HOSTILE }).count(), 1);
    });
  });

  it("everything can be reached with the keyboard, and a view says where it is", async () => {
    await withPage("", async (page) => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate("document.activeElement.textContent"), "Cases");
      await page.keyboard.press("Enter");
      await until(async () => (await page.evaluate("document.activeElement.tagName")) === "H1");
      assert.equal(await page.textContent("h1"), "Cases");
      assert.equal(await page.locator("nav [aria-current=page]").textContent(), "Cases");
    });
  });

  it("follows the system into the dark, and the reader out of it", async () => {
    const paper = (page: Page) => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await withPage(
      "",
      async (page) => {
        assert.equal(await paper(page), "rgb(15, 19, 23)");
        await page.getByRole("button", { name: "Use light colours" }).click();
        assert.equal(await paper(page), "rgb(245, 245, 242)");
      },
      { colorScheme: "dark" },
    );
  });

  it("fits a phone: nothing is wider than the screen, no table scrolls, and every control can be reached", async () => {
    const views = ["", "#cases", "#case/1", `#item/${itemId(3)}`, `#player/${HOSTILE_ID}`, "#items", "#places"];
    for (const hash of views) {
      await withPage(
        hash,
        async (page) => {
          const widths = `[document.documentElement, ...document.querySelectorAll(".scroll")]
            .map((part) => part.scrollWidth - part.clientWidth)`;
          assert.ok(
            ((await page.evaluate(widths)) as number[]).every((over) => over <= 0),
            `${hash} is too wide`,
          );
          const outside = `[...document.querySelectorAll("a:not(.skip), button, input, select, summary")]
            .filter((control) => control.checkVisibility())
            .map((control) => [control.getBoundingClientRect(), control.textContent])
            .filter(([{ left, right }]) => left < 0 || right > innerWidth)
            .map(([, name]) => name)`;
          assert.deepEqual(await page.evaluate(outside), [], hash);
        },
        { viewport: PHONE },
      );
    }
  });

  it("says what an item in quarantine is, and how to give everything back", async () => {
    await withPage("#case/1", async (page) => {
      assert.match((await page.textContent("main")) ?? "", /named “Excalibur”; damage 7/);
      assert.ok(!((await page.textContent("main")) ?? "").includes("minecraft:"), "one spelling of materials");
    });
    await withPage("", async (page) => {
      assert.match((await page.textContent(".commands")) ?? "", /\/doubletake restore-since \d{4}-\d\d-\d\d dry-run/);
    });
  });

  it("lists the players whom more than one case concerns", async () => {
    await withPage("", async (page) => {
      const rows = page.getByRole("region", { name: "Players in more than one case" }).locator("tbody tr");
      assert.ok((await rows.count()) > 0);
      await rows.first().getByRole("link").click();
      await until(async () => (await page.locator("h2", { hasText: "Cases" }).count()) === 1);
    });
  });

  it("tells who moved what at a place: the container is found by its coordinates", async () => {
    await withPage("#places", async (page) => {
      const first = page.locator("tbody a").first();
      const location = (await first.textContent()) ?? "";
      assert.match(location, /^[a-z/]+:-?\d+,\d+,-?\d+$/);
      const [, coordinates = ""] = location.split(":");
      await page.getByLabel("Search", { exact: true }).fill(coordinates.replaceAll(",", " "));
      assert.equal(await page.locator("tbody tr").count(), 1);
      await first.click();
      await until(async () => (await page.textContent("h1")) === location);
      assert.match((await page.textContent("tbody tr")) ?? "", /container/);
    });
  });

  it("keeps the search, the opened table and the place on the page for whoever goes back", async () => {
    await withPage(
      `#item/${itemId(0)}`,
      async (page) => {
        await page.getByRole("button", { name: /^Show all/ }).click();
        const rows = page.locator(".long-table tbody tr");
        const count = await rows.count();
        await rows.last().scrollIntoViewIfNeeded();
        const before = (await page.evaluate("scrollY")) as number;
        assert.ok(before > 0);
        await rows.last().getByRole("link").first().click();
        await until(async () => (await page.evaluate("scrollY")) === 0);
        await page.goBack();
        await until(async () => (await rows.count()) === count);
        assert.equal(await page.evaluate("scrollY"), before);
      },
      { viewport: { width: 1280, height: 700 } },
    );
    await withPage("#cases", async (page) => {
      await page.getByLabel("Status").selectOption("open");
      await page.getByLabel("Search").fill("a");
      const count = await page.locator("tbody tr").count();
      await page.locator("tbody a").first().click();
      await until(async () => (await page.locator("h1").textContent()) !== "Cases");
      await page.goBack();
      await until(async () => (await page.locator("h1").textContent()) === "Cases");
      assert.deepEqual(
        [await page.getByLabel("Status").inputValue(), await page.getByLabel("Search").inputValue()],
        ["open", "a"],
      );
      assert.equal(await page.locator("tbody tr").count(), count);
    });
    await withPage("", async (page) => {
      await page.getByLabel("Search").fill("jeb_");
      const status = page.getByRole("status");
      await until(async () => !/^3,000 of/.test((await status.textContent()) ?? ""));
      const shown = await status.textContent();
      await page.locator(".bars a").first().click();
      await until(async () => (await page.getByRole("status").count()) === 0);
      await page.goBack();
      await until(async () => (await status.count()) === 1);
      assert.equal(await status.textContent(), shown);
    });
  });

  it("speaks the language of the server, in words, numbers and times", async () => {
    const german = join(folder, "german.html");
    writeFileSync(join(folder, "config.yml"), "language: de\n");
    const { code, err } = await doubletake(["report", "--out", german, "--dir", folder]);
    rmSync(join(folder, "config.yml"));
    assert.equal(code, 0, err);
    for (const hash of ["", "#cases", "#case/1", `#item/${itemId(3)}`, `#player/${playerId(1)}`, "#places", "#items"]) {
      await withPage(
        hash,
        async (page) => {
          const shown = (await page.textContent("body")) ?? "";
          const text = shown.slice(0, shown.indexOf('{"language"') >>> 0);
          assert.doesNotMatch(text, /\b(?:the|and|were|cases|items|players|transfers|Show)\b/, hash);
          assert.doesNotMatch(text, /report\.|words\.|[A-Z]+_[A-Z]+|\{[a-z]{2,}\}/, hash);
        },
        {},
        german,
      );
    }
    await withPage("", async (page) => assert.equal(await page.locator("html").getAttribute("lang"), "de"), {}, german);
  });

  it("prints all of its charts on white, without the controls", async () => {
    await withPage(
      `#item/${itemId(3)}`,
      async (page) => {
        const before = await chartCount(page);
        await page.emulateMedia({ media: "print" });
        await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
        assert.ok((await chartCount(page)) > before, "those below the fold too");
        assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
        assert.equal(await page.locator("nav").isVisible(), false);
      },
      { viewport: { width: 1280, height: 400 }, colorScheme: "dark" },
    );
  });
});

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openStore } from "../../src/storage/open-store.ts";
import { itemId, playerId } from "../../src/testing/store-contract/rows.ts";
import { doubletake } from "../cli/support/doubletake.ts";
import { silentLog } from "../support/collected-log.ts";
import { openBrowser } from "./support/browser.ts";
import { fillBusy } from "./support/busy-server.ts";

const HOSTILE = '</script><img src=x onerror="window.hit=1">{b}&lt;';
/** The last of the sixteen names. */
const HOSTILE_ID = playerId(16);
const TRANSFERS = 3000;

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
    const store = openStore({ config, retentionDays: 0, log: silentLog });
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
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 2400 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href + hash);
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
      await page.getByLabel("Action").selectOption({ label: "DROP" });
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
        "What led there",
        "Through whose hands",
        "Map of world",
        "inventory/4",
      ]) {
        assert.ok(text.includes(part), part);
      }
      await until(async () => (await chartCount(page)) >= 2);
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

  it("fits a phone: nothing is wider than the screen", async () => {
    for (const hash of ["", "#cases", "#case/1", `#item/${itemId(3)}`, `#player/${HOSTILE_ID}`, "#items"]) {
      await withPage(
        hash,
        async (page) => {
          const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
          assert.ok(width <= 390, `${hash} is ${width} wide`);
        },
        { viewport: { width: 390, height: 844 } },
      );
    }
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

/** Nothing on a staff page moves by itself while it opens for the first time. */
import type { Page, Route } from "playwright/test";
import routes from "#app/routes.ts";
import { makeArticle, saveDraft } from "../insights/article-page.ts";
import { expect, settle, signIn, test } from "../fixtures.ts";
import { watchShifts } from "../pages/layout-shifts.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

/** Pages of the staff area whose address names no record. */
const pages = routes
  .filter(({ file }) => file === "staff/layout.tsx")
  .flatMap(({ children = [] }) => children)
  .filter(({ file, path = "" }) => file.endsWith(".tsx") && !/[:*]/.test(path))
  .map(({ path }) => `/${path}`);

/** Lists whose records have a page or a panel of their own. An article is written for it: it holds all that articles do. */
const lists = ["/marketing-admin/inbox", "/job-applications", "/job-management", "/user-management"];

/** The records on the first page of a list. */
async function listRecords(page: Page, list: string, query = ""): Promise<string[]> {
  const html = await (await page.request.get(list + query)).text();
  const paths = Array.from(html.matchAll(new RegExp(`href="(${list}/[0-9a-f-]{36})`, "g")), ([, path = ""]) => path);
  expect(paths, list).not.toEqual([]);
  return [...new Set(paths)];
}

/** An application with each kind of file: each comes onto the screen differently. */
async function findEachFile(page: Page): Promise<string[]> {
  const missing = new Set(["pdf", "docx", "txt"]);
  const found: string[] = [];
  // The oldest first: what other tests send comes after the demo's.
  for (const path of await listRecords(page, "/job-applications", "?sort=received")) {
    const html = await (await page.request.get(path)).text();
    const kinds = [...missing].filter((kind) => new RegExp(`cv-[\\w.-]+\\.${kind}`).test(html));
    if (kinds.length > 0) found.push(path);
    for (const kind of kinds) missing.delete(kind);
    if (missing.size === 0) break;
  }
  expect([...missing]).toEqual([]);
  return found;
}

/** An article with each kind of typeface, and a picture. */
async function makeWritten(page: Page): Promise<string> {
  const path = await makeArticle(page);
  const text = "Words that *lean*, words with **weight** and `code`, in a paragraph of several lines. ".repeat(6);
  const picture = "![Gears](/media/library/01900000-0000-7000-8000-000000000001/plant-floor.jpg)";
  const title = "A title of two lines on a phone";
  // An address of its own: one that follows the title is saved anew as soon as the article opens.
  await saveDraft(page, path, {
    title,
    slug: `written-${path.slice(-12)}`,
    markdown: `${picture}\n\n${text}\n\n> ${text}`,
  });
  return path;
}

/** Holds typefaces and pictures back. Returns a function that lets those come which were asked for. */
async function holdBack(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  for (const late of ["**/*.woff2", "**/media/library/**/*.jpg"])
    await page.route(late, (route) => void held.push(route));
  return async () => {
    await Promise.all(held.splice(0).map((route) => route.continue()));
    await page.waitForFunction(() => document.fonts.status === "loaded");
  };
}

interface Watched {
  readShifts: Awaited<ReturnType<typeof watchShifts>>;
  release: () => Promise<void>;
}

/**
 * Opens a page that the browser has nothing of, with typefaces and pictures that come last, and fails when more than a
 * hundredth of it moves.
 */
async function expectStill(page: Page, path: string, { readShifts, release }: Watched) {
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForSelector("html[data-hydrated]");
  // The editor takes the place of a plain field, and choices come with code of their own.
  await page.waitForFunction(() => !document.querySelector("textarea.editor-markdown, .kit-combobox-plain"));
  await settle(page);
  await release();
  await settle(page);
  const shifts = await readShifts();
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `${path}: ${shifts.map(({ value, moved }) => `${value} ${moved}`).join("; ")}`).toBeLessThan(0.01);
}

/** CI opens every eighth page and every other record at each width, and no page at both. */
for (const { viewport, first, each, slowdown, tag } of [
  { viewport: phone, first: 0, each: 2, slowdown: 1, tag: ["@ci"] },
  { viewport: desk, first: 1, each: 2, slowdown: 1, tag: ["@ci"] },
  { viewport: phone, first: 0, each: 1, slowdown: 4, tag: ["@deep"] },
  { viewport: desk, first: 0, each: 1, slowdown: 4, tag: ["@deep"] },
])
  test(
    `${each === 1 ? "all" : "some"} staff pages and records of lists stay as they open at ${viewport.width} px`,
    { tag },
    async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(viewport);
      await signIn(page.request, "super");
      const watched = { readShifts: await watchShifts(page), release: await holdBack(page) };
      const session = await page.context().newCDPSession(page);
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      const firsts = await Promise.all(lists.map(async (list) => (await listRecords(page, list))[0] ?? ""));
      const records = [await makeWritten(page), ...firsts, ...(await findEachFile(page))];
      const opened = [
        ...records.filter((_, at) => at % each === first),
        ...pages.filter((_, at) => at % each ** 3 === first * 4),
      ];
      expect(opened.length).toBeGreaterThan(6);
      for (const path of opened) await expectStill(page, path, watched);
    },
  );

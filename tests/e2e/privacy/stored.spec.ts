/** The privacy policy's tables of cookies and storage, held against what a real browser keeps after every flow. */
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { cookieTable, storageTable } from "#app/content/privacy-tables.ts";
import { subjects } from "#worker/subjects.ts";
import { formatSeconds } from "#worker/lib/terms.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { accept, getBanner, openSettings, reject } from "../analytics/consent-page.ts";
import { expectSent, fillIn, send } from "../enquiries/contact-form.ts";
import { makeArticle } from "../insights/article-page.ts";
import { makeExport } from "../imports/export-file.ts";
import {
  answeredWith,
  demoEmail,
  demoPassword,
  expect,
  holdRequests,
  hydrate,
  openHydrated,
  test,
} from "../fixtures.ts";
import { enter } from "../accounts/new-account.ts";
import { addApp, givePassword, makePerson } from "../accounts/second-factor-page.ts";

/** A cookie as the browser got it: how many seconds it was to live. */
type Seen = Map<string, number>;

interface Watch {
  cookies: Seen;
  /** Keys of local and of session storage. */
  local: Set<string>;
  session: Set<string>;
  /** Names of databases of IndexedDB. */
  indexed: Set<string>;
  others: Set<string>;
}

/** Notes whatever the pages of `context` store, also what is gone a moment later. */
async function watchStores(context: BrowserContext): Promise<Watch> {
  const watch: Watch = {
    cookies: new Map(),
    local: new Set(),
    session: new Set(),
    indexed: new Set(),
    others: new Set(),
  };
  await context.exposeBinding("noteKey", (_, kind: "local" | "session" | "indexed" | "others", key: string) => {
    watch[kind].add(key);
  });
  await context.addInitScript(() => {
    const note = (kind: string, key: string) =>
      (window as unknown as { noteKey: (kind: string, key: string) => void }).noteKey(kind, key);
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      note(this === localStorage ? "local" : "session", key);
      setItem.call(this, key, value);
    };
    const open = indexedDB.open.bind(indexedDB);
    IDBFactory.prototype.open = (name, version) => {
      note("indexed", name);
      return open(name, version);
    };
  });
  context.on("response", (response) => {
    const note = (headers: readonly { name: string; value: string }[]) => {
      for (const { name, value } of headers) {
        const [, cookie = "", life = ""] = /^([^=]+)=[^;]+;.*?\bMax-Age=(\d+)/i.exec(value) ?? [];
        if (name.toLowerCase() === "set-cookie" && cookie && life !== "0") watch.cookies.set(cookie, Number(life));
      }
    };
    // Who closes a tab takes the headers of its last answers with it.
    void response.headersArray().then(note, () => {});
  });
  return watch;
}

/** Adds what lies in the stores now; cookies with the seconds they have left. */
async function lookInto(page: Page, watch: Watch): Promise<void> {
  for (const { name, expires } of await page.context().cookies()) {
    expect(expires, `${name} ends by itself`).toBeGreaterThan(0);
    const left = expires - Date.now() / 1000;
    watch.cookies.set(name, Math.max(left, watch.cookies.get(name) ?? 0));
  }
  const found = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    indexed: (await indexedDB.databases()).map(({ name = "" }) => name),
    others: [
      ...(await caches.keys()).map((name) => `cache ${name}`),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `service worker ${scope}`),
    ],
  }));
  for (const kind of ["local", "session", "indexed", "others"] as const)
    for (const key of found[kind]) watch[kind].add(key);
}

/** The first cells of a table of the policy, and its last ones, by the first. */
async function readTable(page: Page, caption: string): Promise<Map<string, string>> {
  const rows = page.getByRole("table", { name: caption }).locator("tbody tr");
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [
      row.querySelector("th")?.textContent ?? "",
      row.querySelector("td:last-child")?.textContent ?? "",
    ]),
  );
  return new Map(cells.map(([name = "", last = ""]) => [name, last]));
}

/** What somebody does, one flow after the other; each looks into the stores meanwhile. */
const flows: Record<string, (page: Page, watch: Watch) => Promise<void>> = {
  "accepting, reading on, an event, rejecting": async (page, watch) => {
    await page.goto("/");
    await accept(page).click();
    await hydrate(page);
    await lookInto(page, watch);
    await page.getByRole("button", { name: "Switch theme" }).first().click();
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await page.waitForURL("**/contact");
    await lookInto(page, watch);
    // What waits until the server has erased is gone with its answer.
    const erasures = await holdRequests(page, "**/api/erase-visitor-data");
    await openSettings(page).click();
    await reject(page).click();
    await lookInto(page, watch);
    erasures.release();
  },
  "the contact form": async (page, watch) => {
    await page.goto("/contact");
    await fillIn(page);
    await send(page);
    await expectSent(page);
    await lookInto(page, watch);
  },
  "a draft of an application": async (page, watch) => {
    await page.goto("/careers/apply");
    await hydrate(page);
    await page.getByLabel("Note").focus();
    await page.getByLabel(/^Keep a draft on this device/).check();
    await page.getByLabel("Note").fill("In March.");
    await lookInto(page, watch);
  },
  "a sign-in that fails, without script and with it, then one that does not": async (page, watch) => {
    await page.goto("/auth");
    const form = { email: demoEmail("super"), password: "not the password", mode: "sign-in", from: "/auth" };
    // As a browser without script posts it, stopped before the page reads the answer.
    const headers = { Origin: new URL(page.url()).origin };
    await page.request.post("/api/auth/sign-in", { form, headers, maxRedirects: 0 });
    await lookInto(page, watch);
    await openHydrated(page, "/auth");
    await page.getByLabel("E-mail").fill(demoEmail("super"));
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await lookInto(page, watch);
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/marketing-admin");
    await lookInto(page, watch);
  },
  "staff pages, in two tabs": async (page, watch) => {
    const other = await page.context().newPage();
    await openHydrated(other, "/marketing-admin/inbox");
    await openHydrated(page, "/failed-messages");
    await page.getByRole("link", { name: "User management" }).first().click();
    await page.waitForURL("**/user-management");
    await page.keyboard.press("?");
    await page.getByRole("switch").click();
    await lookInto(page, watch);
    await page.keyboard.press("Escape");
    await openHydrated(page, await makeArticle(page));
    await page.getByLabel("Title", { exact: true }).fill(`Kept on this device ${randomUUID()}`);
    await expect(page.getByText("Saved just now")).toBeVisible();
    await lookInto(page, watch);
    await openHydrated(page, "/blog-management/import");
    await page
      .getByLabel("File to import")
      .setInputFiles(await makeExport({ mark: randomUUID().slice(0, 8), posts: 1 }));
    await page.getByRole("button", { name: "Import 1 post" }).click();
    await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible();
    await lookInto(page, watch);
    await openHydrated(page, "/job-applications");
    await page.locator("tbody th a, tbody [data-main]").first().click();
    await page.getByRole("form", { name: "Write an e-mail" }).getByLabel("Subject").fill("Kept in this tab");
    // A file that is still being sent would be refused once the session is over.
    await expect(page.locator(".application-viewing").getByText(/^(Loading|Drawing) /)).toHaveCount(0);
    await lookInto(page, watch);
    await page.getByRole("button", { name: "Logout" }).click();
    await other.waitForURL((url) => url.pathname === "/auth");
    await lookInto(other, watch);
    await other.close();
    await lookInto(page, watch);
  },
  "a sign-in with a second factor, as far as its second step": async (page, watch) => {
    const person = await makePerson(page);
    await enter(page.request, { email: person.email });
    await openHydrated(page, "/account/security");
    await addApp(page);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/auth");
    await givePassword(page, person);
    await page.waitForURL("**/auth/second-step**");
    await lookInto(page, watch);
  },
};

test("the tables of the privacy policy name all that a browser holds after every flow, and nothing else @ci", async ({
  context,
  page,
  allowConsole,
}) => {
  // Seven flows, one after the other, of one browser.
  test.slow();
  allowConsole.push(answeredWith(401, 403));
  // Without it tabs talk through local storage.
  await context.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"));
  const watch = await watchStores(context);

  for (const [name, run] of Object.entries(flows)) await test.step(name, () => run(page, watch));

  await page.goto("/privacy-policy");
  await lookInto(page, watch);
  const listed: readonly Subject[] = subjects;
  const cookieRows = await readTable(page, cookieTable.caption);
  expect([...watch.cookies.keys()].toSorted()).toEqual([...cookieRows.keys()].toSorted());
  const declared = listed.flatMap(({ cookies }) => cookies?.({} as Env) ?? []);
  for (const { name, maxAge } of declared) {
    // Asked for a moment after it was set; the life of a session is counted in whole seconds.
    expect(watch.cookies.get(name), name).toBeLessThanOrEqual(maxAge);
    expect(watch.cookies.get(name), name).toBeGreaterThan(maxAge - 30);
    expect(cookieRows.get(name), name).toContain(formatSeconds(maxAge));
  }

  const storageRows = [...(await readTable(page, storageTable.caption)).keys()].flatMap((keys) => keys.split(", "));
  // Written only where a new deployment meets an open page.
  const rare = "react-router-manifest-version";
  expect(storageRows).toContain(rare);
  expect([...watch.local, ...watch.session, ...watch.indexed, rare].toSorted()).toEqual(storageRows.toSorted());
  for (const { keys, kind } of listed.flatMap(({ storage = [] }) => storage))
    for (const key of keys) if (key !== rare) expect(watch[kind], `${key} is in ${kind} storage`).toContain(key);
  expect([...watch.others]).toEqual([]);
  await expect(getBanner(page)).toBeHidden();
});

/** The banner as a visitor finds it, what the device stores and what the page sends. */
import type { BrowserContext, Page } from "playwright/test";
import type { VisitEvent, VisitMessage } from "#shared/analytics/visit-events.ts";
import { answeredWith, expect, plainPage } from "../fixtures.ts";

export const day = 86_400_000;
export const storedKeys = [
  "cookie-consent",
  "cookie-consent-date",
  "page-views",
  "session-data",
  "visit-data",
  "visitor-data",
];

export interface Post {
  path: string;
  body: Record<string, unknown>;
  status: number;
}

/** Pages that are linked, though not all of them exist. */
export const missingPage = answeredWith(404);

export const getBanner = (page: Page) => page.getByRole("region", { name: "We value your privacy" });
export const accept = (page: Page) => getBanner(page).getByRole("button", { name: "Accept All Cookies" });
export const reject = (page: Page) => getBanner(page).getByRole("button", { name: "Reject Non-Essential" });
export const openSettings = (page: Page) => page.getByRole("button", { name: "Cookie settings" });

/** What the page sends to the API, in order, once it is answered. */
export function watchPosts(page: Page): Post[] {
  const posts: Post[] = [];
  page.on("response", (response) => {
    const request = response.request();
    if (request.method() !== "POST") return;
    posts.push({ path: new URL(request.url()).pathname, body: request.postDataJSON(), status: response.status() });
  });
  return posts;
}

export const recordPath = "/api/store-visitor-analytics";
export const visitPath = "/api/collect";

/** True of a path that nobody asks for who has not chosen, or whose rejection is known. */
export const isOfChoice = (path: string) => path.startsWith("/api/") || ["/consented.js", "/choice.js"].includes(path);

/** What the device stores of who has rejected. */
export const rejectedKeys = ["cookie-consent", "cookie-consent-date"];

/** Records of choices among `posts`. */
export const listRecords = (posts: readonly Post[]) => posts.filter(({ path }) => path === recordPath);

/** Parts of visits among `posts`. */
export function listMessages(posts: readonly Post[]): VisitMessage[] {
  return posts.filter(({ path }) => path === visitPath).map(({ body }) => body as VisitMessage);
}

/** What happened, as the server took it. */
export function listEvents(posts: readonly Post[]): VisitEvent[] {
  return listMessages(posts.filter(({ status }) => status === 204)).flatMap(({ events }) => events);
}

/** Lets the page send what waits, as when its network comes back. */
export const sendNow = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));

/** Opens a page with the clock standing still, `ahead` milliseconds from now; it moves by `page.clock.runFor` alone. */
export async function openStill(page: Page, path = plainPage, ahead = 0): Promise<void> {
  const start = Date.now() + ahead;
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1000);
  await page.goto(path);
}

/** Opens a page and brings the banner up. */
export async function openBanner(page: Page, path = plainPage): Promise<void> {
  await openStill(page, path);
  await page.clock.runFor(2000);
  await expect(getBanner(page)).toBeVisible();
}

/** As if the visitor had chosen before; only what is not stored yet is stored. */
export async function chooseBefore(context: BrowserContext, choice: "accepted" | "rejected"): Promise<void> {
  await context.addInitScript(
    ([choice, date]) => {
      localStorage["cookie-consent"] ??= choice;
      localStorage["cookie-consent-date"] ??= date;
    },
    [choice, new Date().toISOString()] as const,
  );
}

export const readStorage = (page: Page) =>
  page.evaluate(() => {
    const { theme: _, ...stored } = { ...localStorage };
    return stored as Record<string, string>;
  });

export const readKeys = async (page: Page) => Object.keys(await readStorage(page)).toSorted();

export async function readList(page: Page, key: string): Promise<Record<string, unknown>[]> {
  return JSON.parse((await readStorage(page))[key] ?? "[]");
}

interface StoredEvent {
  path: string;
  /** "view", the event's own, or "measured". */
  name: string;
  value: string | null;
  page_before: string | null;
  page_before_vitals: object | null;
  properties: string[];
}

interface StoredVisit {
  campaign: string | null;
  engaged_ms: number;
  exit: string;
  left_vitals: object | null;
  events: StoredEvent[];
}

/** Visits of `visitor`, by default that of this device, as the server hands them out. */
export async function readVisits(page: Page, visitor?: string): Promise<StoredVisit[]> {
  const { visitId } = JSON.parse((await readStorage(page))["visitor-data"] ?? "{}");
  const answer = await page.request.post("/api/export-visitor-data", {
    data: { visitor_id: visitor ?? visitId },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { visits: StoredVisit[] }).visits;
}

/** Jobs that tests make and write beside the page that is open. */
import type { Page } from "playwright/test";
import { usualStages } from "#shared/hiring/hiring-stages.ts";
import { usualCriteria } from "#shared/hiring/scorecard.ts";
import type { WorkingInput } from "#worker/hiring/openings/working-draft.ts";
import { expect } from "../fixtures.ts";

const desk = "/job-management";
export const openingText = `You run what others built, and you say when it breaks. ${"You write short notes about it. ".repeat(12)}`;

function sameOrigin(page: Page) {
  const { origin } = new URL(page.url());
  return { Origin: origin, "Sec-Fetch-Site": "same-origin" };
}

async function readNewest(page: Page, path: string) {
  const live = await page.request.get(`${path}/live`);
  return ((await live.json()) as { newest: { version: number; draft: WorkingInput } }).newest;
}

/** Saves some of a job as its page would, beside the page. */
export async function saveBeside(page: Page, path: string, patch: Partial<WorkingInput>): Promise<void> {
  const { version, draft } = await readNewest(page, path);
  await save(page, path, { version, draft: { ...draft, ...patch } });
}

async function save(page: Page, path: string, written: { version: number; draft: WorkingInput }): Promise<void> {
  const data = { intent: "save", ...written };
  const answer = await page.request.post(`${path}/live`, { data, headers: sameOrigin(page) });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Has the job open in another tab of the same account, as its page says of itself. */
export async function lookBeside(page: Page, path: string): Promise<void> {
  const data = { intent: "present", tab: crypto.randomUUID(), typedAgo: null };
  const answer = await page.request.post(`${path}/live`, { data, headers: sameOrigin(page) });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A job that can be published, begun and written beside the page; its path. */
export async function makeOpening(page: Page, title: string, slug: string): Promise<string> {
  await page.goto(desk);
  const headers = sameOrigin(page);
  const begun = await page.request.post(desk, { form: { do: "new" }, headers, maxRedirects: 0 });
  const path = new URL(begun.headers()["location"] ?? "", page.url()).pathname;
  const draft: WorkingInput = {
    title,
    slug,
    requisitionId: `R-${path.slice(-8).toUpperCase()}`,
    department: "Delivery",
    summary: "Runs what others built.",
    markdown: openingText,
    workplace: "hybrid",
    employment: "full-time",
    openings: 1,
    pay: { min: 50_000, max: 60_000, currency: "EUR", period: "year" },
    places: [{ city: "Utrecht", region: null, country: "NL" }],
    remoteCountries: [],
    closesAt: null,
    questions: [],
    stages: usualStages.map(({ key, name }) => ({ key, name })),
    criteria: [...usualCriteria],
    team: [],
  };
  await save(page, path, { version: 0, draft });
  return path;
}

/** Opens a job to colleagues, until `closesAt` (epoch milliseconds). Readers of the site never see it. */
export async function openInside(page: Page, path: string, closesAt: number): Promise<void> {
  await saveBeside(page, path, { closesAt });
  const { version } = await readNewest(page, path);
  const data = { intent: "publish", version, to: "internal" };
  const answer = await page.request.post(`${path}/live`, { data, headers: sameOrigin(page) });
  expect(answer.status(), await answer.text()).toBe(200);
}

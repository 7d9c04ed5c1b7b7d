import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { day, hour, second } from "#shared/dates/durations.ts";
import type { Employment, Pay, Workplace } from "../../shared/hiring/opening.ts";
import { closeOpening, publishOpening } from "../../worker/hiring/openings/publish-opening.ts";
import { saveOpening } from "../../worker/hiring/openings/save-opening.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import { type Db, openDb } from "../../worker/db/client.ts";
import { root } from "../lib/command.ts";
import { moveDay } from "./move-day.ts";
import { pretend, readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

interface DemoOpening {
  slug: string;
  /** Its first slug. That address redirects to the present one. */
  formerSlug?: string;
  title: string;
  department: string;
  summary: string;
  /** Markdown. */
  body: string;
  locations: { city: string; region?: string; country: string }[];
  remoteCountries: string[];
  workplace: Workplace;
  employment: Employment;
  openings: number;
  pay: Pay;
  /** ISO days, as of the day in move-day.ts. */
  posted: string;
  closes: string | null;
  status: "published" | "closed";
}

/** When an opening is posted, after the start of its day (UTC). */
const postingHour = 9 * hour;

/** Stores the demo openings that are missing, with the site's own functions. */
export async function seedOpenings(scope: SeedScope): Promise<void> {
  const jobs = JSON.parse(await readFile(join(root, "scripts/seed/openings.json"), "utf8")) as DemoOpening[];
  const { results } = await scope.env.DB.prepare("SELECT slug FROM openings").all<{ slug: string }>();
  const known = new Set(results.map(({ slug }) => slug));
  const missing = jobs.filter(({ slug }) => !known.has(slug));
  const actor = (await readDemoStaff<AccountId>(scope.env.DB)).get("talent") ?? null;
  for (const job of missing) await seedOpening(openDb(scope.env.DB), { job, actor }, scope);
  console.log(`Demo openings: ${missing.length} made, ${jobs.length - missing.length} in order.`);
}

async function seedOpening(
  db: Db,
  { job, actor }: { job: DemoOpening; actor: AccountId | null },
  scope: SeedScope,
): Promise<void> {
  const { slug, formerSlug, title, department, summary, workplace, employment, openings, pay, remoteCountries } = job;
  const draft = {
    slug,
    title,
    department,
    summary,
    workplace,
    employment,
    openings,
    pay,
    remoteCountries,
    requisitionId: `DEMO-${slug}`.slice(0, 40),
    markdown: job.body,
    places: job.locations.map(({ city, region = null, country }) => ({ city, region, country })),
    // An opening that closes on a day is open until its end.
    closesAt: job.closes === null ? null : moveDay(job.closes) + day - second,
  };
  const posted = moveDay(job.posted) + postingHour;
  const published = await pretend(posted, async () => {
    const saved = await saveOpening(db, { actor, draft: { ...draft, slug: formerSlug ?? slug } }, scope);
    const first = await publishOpening(db, { actor, known: saved, publishAt: moveDay(job.posted) }, scope);
    return formerSlug ? saveOpening(db, { actor, draft, known: first }, scope) : first;
  });
  if (job.status === "closed")
    await pretend(posted + 30 * day, () => closeOpening(db, { actor, known: published }, scope));
}

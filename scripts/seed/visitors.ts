import { bannerHashes, bannerVersion } from "#app/shared/consent.ts";
import { day, hour, minute } from "#app/shared/durations.ts";
import { createRandom } from "../../app/art/random.ts";
import { brand } from "../../app/content/brand.ts";
import { services } from "../../app/content/services.ts";
import { insertNew } from "../../worker/analytics/insert-rows.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import { hashText, toUuid } from "../../worker/lib/hash-text.ts";

const seededDays = 90;

/** Paths with their titles; the earlier ones are viewed more often. */
const pages = [
  ["/", brand.name],
  ["/insights", "Insights"],
  ["/careers", "Careers"],
  ...services.map(({ slug, name }) => [`/${slug}`, name] as const),
  ["/contact", "Contact us"],
  ["/who-we-are", "Who we are"],
  ["/insights/leaving-a-data-centre", "Leaving a data centre"],
  ["/healthcare", "Healthcare"],
  ["/insights/forecast-error-in-renewables", "Forecast error in renewables"],
  ["/leadership", "Leadership"],
  ["/finserv", "Financial services"],
  ["/gcc", "Global capability centres"],
  ["/careers/cloud-engineer", "Cloud engineer"],
  ["/partners", "Partners"],
] as const;

const origins = [
  { country: "DE", language: "de-DE", timezone: "Europe/Berlin" },
  { country: "GB", language: "en-GB", timezone: "Europe/London" },
  { country: "US", language: "en-US", timezone: "America/New_York" },
  { country: "IN", language: "en-IN", timezone: "Asia/Kolkata" },
  { country: "FR", language: "fr-FR", timezone: "Europe/Paris" },
] as const;

const clients = [
  { device: "desktop", browser: "Chrome" },
  { device: "desktop", browser: "Edge" },
  { device: "mobile", browser: "Safari" },
  { device: "mobile", browser: "Chrome" },
  { device: "desktop", browser: "Firefox" },
  { device: "tablet", browser: "Safari" },
] as const;

const referrers = ["direct", "https://www.google.com/", "https://www.linkedin.com/", "https://www.bing.com/"] as const;

/**
 * Stores the visits of demo visitors for the last 90 days, today left out. Days that have demo visits already are left
 * as they are. The id of each visitor begins with `demo-`.
 */
export async function seedVisitors(database: D1Database): Promise<void> {
  const db = openDb(database);
  const stored = await db
    .selectFrom("visitors")
    .select(({ fn, ref }) => fn.max(ref("first_visit")).as("latest"))
    .where("visitor_id", "like", "demo-%")
    .executeTakeFirst();
  const today = Math.floor(Date.now() / day);
  const after = Math.max(today - seededDays, Math.floor((stored?.latest ?? 0) / day) + 1);
  const days = await Promise.all(
    Array.from({ length: Math.max(0, today - after) }, (_, index) => makeDay(after + index)),
  );
  const choices = days.flatMap((each) => each.choices);
  const queries = [
    ...insertNew(db, "consent_records", choices),
    ...insertNew(
      db,
      "visitors",
      days.flatMap((each) => each.visitors),
    ),
    ...insertNew(
      db,
      "page_views",
      days.flatMap((each) => each.views),
    ),
  ];
  if (queries.length > 0) await runBatch(db, queries);
  console.log(`Demo visitors: ${choices.length === 0 ? "in order" : `${choices.length} choices made`}.`);
}

/** The choices, visitors and views of a day (counted from 1970), the same at each call. */
async function makeDay(number: number) {
  const draw = createRandom(`visits of ${number}`);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(draw() ** 1.7 * values.length)] as Value;
  const isWeekend = number % 7 === 2 || number % 7 === 3;
  const start = number * day;
  const visits = await Promise.all(
    Array.from({ length: Math.round((isWeekend ? 12 : 34) * (0.8 + 0.4 * draw())) }, async (_, index) => {
      const visitor_id = `demo-${number}-${index}`;
      const at = Math.round(start + 6 * hour + draw() * 14 * hour);
      const { country, language, timezone } = pick(origins);
      const client = pick(clients);
      const referrer = pick(referrers);
      const choice_id = toUuid(await hashText(visitor_id));
      const isAccepted = draw() < 0.62;
      const choice = {
        choice_id,
        status: isAccepted ? "accepted" : "rejected",
        chosen_at: at,
        received_at: at,
        banner_version: bannerVersion,
        banner_hash: bannerHashes[bannerVersion] ?? null,
        gpc: 0,
        country,
        ...client,
        language: language.slice(0, 2),
        referrer_host: referrer === "direct" ? null : new URL(referrer).host,
      };
      const visitor = {
        visitor_id,
        choice_id,
        first_visit: at,
        received_at: at,
        user_agent: "Demo visitor",
        referrer,
        language,
        timezone,
        country,
        ...client,
        idle_since: start + 2 * day,
      };
      const views = Array.from({ length: 1 + Math.floor(draw() ** 2 * 6) }, (_, view) => {
        const [path, title] = pick(pages);
        return { viewed_at: at + view * minute, visitor_id, path, title };
      });
      return { choice, ...(isAccepted && { visitor, views }) };
    }),
  );
  return {
    choices: visits.map(({ choice }) => choice),
    visitors: visits.flatMap(({ visitor }) => visitor ?? []),
    views: visits.flatMap(({ views }) => views ?? []),
  };
}

import { bannerHashes, bannerVersion } from "#app/shared/consent.ts";
import { day, hour, minute } from "#app/shared/durations.ts";
import { createRandom } from "../../app/art/random.ts";
import { brand } from "../../app/content/brand.ts";
import { services } from "../../app/content/services.ts";
import type { VisitorMessage } from "../../worker/analytics/messages.ts";
import { writeMessages } from "../../worker/analytics/write-messages.ts";
import { openDb } from "../../worker/db/client.ts";
import { hashText, toUuid } from "../../worker/lib/hash-text.ts";
import type { SeedScope } from "./scope.ts";

const seededDays = 27;

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

/** Stores the visits of demo visitors for the last 27 days, today left out, unless there are visits. */
export async function seedVisitors({ env, requestId }: SeedScope): Promise<void> {
  const db = openDb(env.DB);
  const stored = await db.selectFrom("visits").select("started_at").limit(1).executeTakeFirst();
  const today = Math.floor(Date.now() / day);
  const days = await Promise.all(
    Array.from({ length: stored ? 0 : seededDays }, (_, index) => makeDay(today - seededDays + index)),
  );
  // Nobody was erased, so any secret tells that.
  const withSecret = { ...env, AUTH_SECRET: "of demo visitors, who are not real" } as Env;
  for (const messages of days) await writeMessages(db, messages, { env: withSecret, subjects: [], requestId });
  console.log(`Demo visitors: ${stored ? "in order" : `${days.flat().length} choices made`}.`);
}

/** The records of a day (counted from 1970), the same at each call. */
async function makeDay(number: number): Promise<VisitorMessage[]> {
  const draw = createRandom(`visits of ${number}`);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(draw() ** 1.7 * values.length)] as Value;
  const isWeekend = number % 7 === 2 || number % 7 === 3;
  const start = number * day;
  return Promise.all(
    Array.from({ length: Math.round((isWeekend ? 12 : 34) * (0.8 + 0.4 * draw())) }, async (_, index) => {
      const visitor_id = `demo-${number}-${index}`;
      const at = Math.round(start + 6 * hour + draw() * 14 * hour);
      const { country, language, timezone } = pick(origins);
      const client = pick(clients);
      const referrer = pick(referrers);
      const isAccepted = draw() < 0.62;
      const choice = {
        choice_id: toUuid(await hashText(visitor_id)),
        status: isAccepted ? ("accepted" as const) : ("rejected" as const),
        chosen_at: at,
        received_at: at,
        banner_version: bannerVersion,
        banner_hash: bannerHashes[bannerVersion] ?? null,
        gpc: 0 as const,
        country,
        ...client,
        language: language.slice(0, 2),
        referrer_host: referrer === "direct" ? null : new URL(referrer).host,
      };
      if (!isAccepted) return { kind: "rejected", choice };
      const views = Array.from({ length: 1 + Math.floor(draw() ** 2 * 6) }, (_, view) => {
        const [path, title] = pick(pages);
        return { viewed_at: at + view * minute, path, title };
      });
      const visitor = { visitor_id, first_visit: at, user_agent: "Demo visitor", referrer, language, timezone };
      return { kind: "accepted", choice, visitor, views, network: null };
    }),
  );
}

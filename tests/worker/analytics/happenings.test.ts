/** What tells itself in the chart of visitors: publishes and campaigns, through the page. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { campaignVisits } from "#worker/analytics/figures/happenings.ts";
import { openDb } from "#worker/db/client.ts";
import type { PlannedVisit } from "../../../scripts/seed/traffic/plan-visits.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { computeAll, plan } from "./figures-make.ts";
import { makeArgs } from "../visit-staff.ts";
import { makeInsight } from "../insights/insights-make.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
});

async function open(search: string) {
  const { view } = (await loader(makeArgs(`/visitor-analytics${search}`, {}).args as never)).data;
  return {
    view,
    entries: view?.happenings.map(({ text, isNote, items }) => [text, isNote, items.map(({ to }) => to)]),
  };
}

/** So many visits by a campaign on a day. */
function planCampaign(
  visits: readonly PlannedVisit[],
  { name, from, count }: { name: string; from: number; count: number },
) {
  return visits
    .filter(({ at }) => at >= from && at < from + day)
    .slice(0, count)
    .map(({ arrival, ...visit }) =>
      Object.assign(visit, {
        arrival: { tells: { ...arrival.tells, campaign: name }, counts: { ...arrival.counts, campaign: name } },
      }),
    );
}

test("publishes and campaigns are in the chart without anybody writing them, until the address says otherwise", async () => {
  const now = Date.now();
  const midnight = now - 12 * hour;
  const at = (ago: number) => midnight - ago * day + 9 * hour;
  await makeInsight({ title: "Clouds", slug: "clouds", publishAt: at(2) });
  await makeInsight({ title: "Rain", slug: "rain", publishAt: at(2) });
  await (await makeInsight({ title: "Old", slug: "old", publishAt: at(20) })).archive();
  await makeInsight({ title: "Later", slug: "later", publishAt: now + hour });
  const { slug } = await makeOpening({ title: "Pilot" }, at(4));
  await makeOpening({ title: "Unseen" }, null);
  const all = plan({ from: midnight - 60 * day, to: midnight, views: 9000, zone: "UTC" });
  const came = (name: string, ago: number, count: number) =>
    planCampaign(all, { name, from: midnight - ago * day, count });
  await storeVisits(openDb(env.DB), [
    ...came("spring", 4, campaignVisits - 1),
    ...came("spring", 3, campaignVisits),
    ...came("old", 40, campaignVisits),
  ]);
  await storeVisits(openDb(env.DB), came("old", 3, 2 * campaignVisits).slice(campaignVisits));
  // A campaign that rests for more than 90 days begins again.
  const again = plan({ from: midnight - 100 * day, to: midnight - 99 * day, views: 200, zone: "UTC" });
  const rested = planCampaign(again, { name: "again", from: midnight - 100 * day, count: campaignVisits });
  await storeVisits(openDb(env.DB), [
    ...rested,
    ...came("again", 9, campaignVisits),
    ...came("again", 8, campaignVisits),
  ]);
  await computeAll();
  const page = await open("?range=7");
  expect(page.entries).toEqual([
    ["Opening: Pilot", false, [`/visitor-analytics?range=7&page=%2Fcareers%2F${slug}`]],
    ["Campaign: spring", false, ["/visitor-analytics?range=7&campaign=spring"]],
    ["2 articles published", false, expect.arrayContaining(["/visitor-analytics?range=7&page=%2Finsights%2Frain"])],
  ]);
  expect(page.view?.chart.points.flatMap(({ happened }) => happened)).toHaveLength(3);
  expect((await open("?range=7&notes=own")).entries).toEqual([]);
  expect((await open("?from=2026-10-01&to=2026-11-01")).entries).toEqual([
    ["Campaign: old", false, [expect.stringContaining("campaign=old")]],
    ["Article: Old", false, [expect.stringContaining("%2Finsights%2Fold")]],
  ]);
  const { entries = [] } = await open("?range=year");
  expect(entries.filter(([text]) => text === "Campaign: again")).toHaveLength(2);
});

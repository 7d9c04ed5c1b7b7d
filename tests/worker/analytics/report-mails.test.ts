/** Reports of visitor analytics by mail: who gets them, when, once, and how they end. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import type { Rhythm } from "#shared/analytics/report-rhythms.ts";
import { action } from "#app/staff/analytics/visitor-analytics.tsx";
import { findDueReport } from "#worker/analytics/mails/due-report.ts";
import { makeStopPath } from "#worker/analytics/mails/stop-link.ts";
import { selectReportsOf, startReport } from "#worker/analytics/mails/subscriptions.ts";
import { writeReports } from "#worker/analytics/mails/write-reports.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { sweepOutbox } from "#worker/email/sweep.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { computeAll, plan, setZone } from "./figures-make.ts";
import { makeMailer } from "../enquiries/enquiries-make.ts";
import { makeArgs } from "../visit-staff.ts";
import { makeReader } from "../enquiries/enquiries-staff-make.ts";
import { visit } from "../visit.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
/** 7:00 is 6:00 UTC in winter. */
const zone = "Europe/Berlin";
const monday = Date.parse("2026-11-16T06:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: monday - 3 * day, toFake: ["Date"] });
});

const mails = () =>
  db.selectFrom("outbox").selectAll().where("kind", "=", "analytics-report").orderBy("created_at").execute();
const run = () => writeReports(db, makeScope());

async function makeReaderOf(...rhythms: Rhythm[]) {
  const user = await makeAccount({ roles: ["marketing_admin"] });
  for (const rhythm of rhythms) await startReport(db, { user: user.id, rhythm, locale: "de-DE" }, makeScope());
  return user;
}

async function storeTraffic() {
  await setZone(zone);
  const from = monday - 20 * day;
  await storeVisits(db, plan({ from, to: monday - day, views: 600, zone }));
}

test("each reader gets one mail for each period: from 7:00 on, once its days are computed, however often the job runs", async () => {
  await storeTraffic();
  const reader = await makeReaderOf("weekly", "monthly");
  await run();
  expect(await mails()).toEqual([]);
  vi.setSystemTime(monday - minute);
  await computeAll();
  await run();
  expect(await mails()).toEqual([]);
  vi.setSystemTime(monday);
  await db
    .deleteFrom("rolled_days")
    .where("day", ">=", monday - 2 * day)
    .execute();
  await run();
  expect(await mails(), "a day is not computed").toEqual([]);
  await computeAll();
  const scope = makeScope();
  await Promise.all([writeReports(db, scope), run(), run()]);
  vi.setSystemTime(monday + 3 * hour);
  await makeReaderOf("weekly");
  await run();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: reader.email, dedupe_key: `report:${reader.id}:weekly:2026-11-09` });
  expect(mail?.text).toContain("/visitor-analytics?from=2026-11-09&to=2026-11-15");
  expect(mail?.text).toMatch(/Visitors: [\d.]+ \([+−]?[\d,]+\s%\)/);
  for (const words of [
    "Top pages",
    "Top sources",
    "Goals",
    "Enquiry sent: 0",
    "Not found",
    "Coverage: ",
    mail?.stop_url ?? "-",
  ])
    expect(mail?.text).toContain(words);
  // Whatever becomes of the mail, its week is reported once.
  await db.deleteFrom("outbox").where("kind", "=", "analytics-report").execute();
  await run();
  expect(await mails()).toEqual([]);
  expect(mail?.html).toContain("Top pages</h2>");
  expect(mail?.html).toContain(`href="${mail?.stop_url}"`);
  // A week in which the job never ran is not reported later; the next one is, a day late too.
  vi.setSystemTime(monday + 15 * day);
  await computeAll();
  await run();
  await run();
  const [week, other, month, ...more] = await mails();
  expect([week, other, month].map((each) => each?.dedupe_key.slice(7 + 36)).toSorted()).toEqual([
    ":monthly:2026-11-01",
    ":weekly:2026-11-23",
    ":weekly:2026-11-23",
  ]);
  expect(more).toEqual([]);
});

test("reports leave with the headers that end them at a click", async () => {
  await storeTraffic();
  await makeReaderOf("weekly");
  vi.setSystemTime(monday);
  await computeAll();
  await run();
  const mailer = makeMailer();
  await sweepOutbox(db, makeScope({ MAIL_FROM: "site@example.com", EMAIL: mailer.binding }));
  const [mail] = await mails();
  expect(mailer.sent.map(({ headers }) => headers)).toEqual([
    { "List-Unsubscribe": `<${mail?.stop_url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  ]);
});

test("who may not read the figures any more gets none, and what waits does not leave", async () => {
  await storeTraffic();
  const removals: ((id: AccountId) => Promise<unknown>)[] = [
    (id) => db.deleteFrom("account_roles").where("account_id", "=", id).execute(),
    (id) => db.updateTable("accounts").set({ status: "disabled" }).where("id", "=", id).execute(),
    (id) => db.deleteFrom("accounts").where("id", "=", id).execute(),
  ];
  const before = await Promise.all(removals.map(() => makeReaderOf("weekly")));
  vi.setSystemTime(monday);
  await computeAll();
  await run();
  expect(await mails()).toHaveLength(3);
  for (const [at, { id }] of before.entries()) await removals[at]?.(id);
  expect(await run()).toEqual({ written: 0, ended: 1 });
  expect((await mails()).every((mail) => mail.withdrawn_at !== null)).toBe(true);
  expect(await db.selectFrom("report_subscriptions").selectAll().execute()).toEqual([]);
  vi.setSystemTime(monday + 7 * day);
  await computeAll();
  await run();
  expect(await mails()).toHaveLength(3);
});

test("the link of a mail ends the reports without a sign-in, at one post, and tells who comes too late or with another's", async () => {
  const [user, other] = [await makeReaderOf("weekly", "monthly"), await makeReaderOf("weekly")];
  const path = await makeStopPath(env.AUTH_SECRET, { user: user.id, rhythm: "weekly" });
  const rhythms = async () =>
    (await db.selectFrom("report_subscriptions").select("rhythm").where("account_id", "=", user.id).execute()).map(
      ({ rhythm }) => rhythm,
    );
  const opened = await visit(path);
  expect([opened.status, await rhythms()]).toEqual([200, ["monthly", "weekly"]]);
  const html = await opened.text();
  expect(html).toContain("End the weekly report?");
  expect(html).not.toContain(user.email);
  // A token of somebody else's, and one whose time has passed.
  const foreign = path.replace(user.id, other.id);
  vi.setSystemTime(monday + 101 * day);
  for (const [over, form] of [[path], [path, {}], [foreign], [foreign, {}], ["/auth/report/x", {}]] as const) {
    const answer = await visit(over, form && { form });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("This link no longer works")]);
  }
  vi.setSystemTime(monday);
  expect(await rhythms()).toHaveLength(2);
  const oneClick = { form: { "List-Unsubscribe": "One-Click" } };
  for (const _ of [1, 2]) {
    const done = await visit(path, oneClick);
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("The weekly report has ended")]);
  }
  expect(await rhythms()).toEqual(["monthly"]);
  const entries = await db
    .selectFrom("audit_log")
    .select(["actor_id", "detail"])
    .where("action", "=", "analytics.report-ended")
    .execute();
  expect(entries.map(({ actor_id: actor, detail }) => [actor, JSON.parse(detail ?? "")])).toEqual([
    [user.id, { rhythm: "weekly", by: "mail" }],
  ]);
  expect(await selectReportsOf(db, user.email.toUpperCase()).execute()).toMatchObject([{ rhythm: "monthly" }]);
});

test("the page has the switch: it is off at first, and each change is one entry", async () => {
  const { visit: reader, user } = await makeReader();
  const post = async (form: Record<string, string>) => {
    const { args } = makeArgs("/visitor-analytics", reader, { form: { do: "reports", ...form } });
    const thrown = await action(args as never).catch((each: unknown) => each);
    return (thrown as Response).headers.get("Location");
  };
  const { email } = await db.selectFrom("accounts").select("email").where("id", "=", user).executeTakeFirstOrThrow();
  const readStored = async () =>
    (await selectReportsOf(db, email).execute()).map(({ rhythm, locale }) => [rhythm, locale]);
  expect(await readStored()).toEqual([]);
  for (const form of [{ weekly: "on" }, { weekly: "on" }, { weekly: "on", monthly: "on" }])
    expect(await post(form)).toBe("/visitor-analytics?range=30&done=reports");
  expect(await readStored()).toEqual([
    ["monthly", "en-GB"],
    ["weekly", "en-GB"],
  ]);
  await post({ monthly: "on" });
  expect(await readStored()).toEqual([["monthly", "en-GB"]]);
  const entries = await db.selectFrom("audit_log").select("action").where("subject_id", "=", user).execute();
  // All of the same millisecond.
  expect(entries.map(({ action: each }) => each).toSorted()).toEqual([
    "analytics.report-ended",
    "analytics.report-started",
    "analytics.report-started",
  ]);
});

test("a week begins on Monday and a month on the first, at 7:00 by the clocks of the zone", () => {
  const due = (rhythm: Rhythm, at: string, in_ = zone) => {
    const { from, to, dueAt } = findDueReport(rhythm, in_, Date.parse(at));
    return `${from} ${to} ${new Date(dueAt).toISOString().slice(0, 16)}`;
  };
  expect(due("weekly", "2026-11-16T05:59Z")).toBe("2026-11-02 2026-11-08 2026-11-09T06:00");
  expect(due("weekly", "2026-11-16T06:00Z")).toBe("2026-11-09 2026-11-15 2026-11-16T06:00");
  expect(due("weekly", "2026-03-30T05:00Z")).toBe("2026-03-23 2026-03-29 2026-03-30T05:00");
  expect(due("monthly", "2026-01-01T05:59Z")).toBe("2025-11-01 2025-11-30 2025-12-01T06:00");
  expect(due("monthly", "2026-03-31T12:00Z")).toBe("2026-02-01 2026-02-28 2026-03-01T06:00");
  expect(due("monthly", "2026-01-01T01:15Z", "Asia/Kathmandu")).toBe("2025-12-01 2025-12-31 2026-01-01T01:15");
});

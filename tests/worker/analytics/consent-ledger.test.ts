/** The ledger of consent through its routes in workerd, against D1, and the queries behind it. */
import { env } from "cloudflare:workers";
import type { Compilable } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { bannerHashes, bannerVersion } from "#shared/analytics/consent.ts";
import { day, minute } from "#shared/dates/durations.ts";
import type { CheckedProof } from "#app/staff/analytics/consent/answer-check.ts";
import { action as check, loader as loadConsent } from "#app/staff/analytics/consent/consent.tsx";
import { loader as download } from "#app/staff/analytics/consent/proofs/export.ts";
import { loader as loadProofs } from "#app/staff/analytics/consent/proofs/proofs.tsx";
import type { VisitorRecord } from "#shared/analytics/visitor-record.ts";
import { prepareRecord, type RequestFacts } from "#worker/analytics/prepare-record.ts";
import {
  countProofs,
  orderProofs,
  type ProofFilter,
  selectCountries,
  selectProofs,
} from "#worker/analytics/proofs/list-proofs.ts";
import { selectCounts } from "#worker/analytics/proofs/read-rates.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { openDb } from "#worker/db/client.ts";
import { makeFacts, makeRecord } from "./analytics-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeArgs, pageSearch, type Visit } from "../visit-staff.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);
const path = "/visitor-analytics/consent";

const logged = vi.fn();

beforeEach(() => {
  logged.mockClear();
  for (const level of ["log", "error"] as const) vi.spyOn(console, level).mockImplementation(logged);
});

/** A choice as the site's own script sends it, stored as the consumer stores it; its id. */
async function choose(record: Partial<VisitorRecord> = {}, facts: Partial<RequestFacts> = {}): Promise<string> {
  const { consent_status: status = "accepted" } = record;
  const sent = makeRecord({ ...(status === "rejected" && { page_views: [] }), ...record });
  const message = await prepareRecord(sent, makeFacts(facts));
  if (!("choice" in message)) throw new Error("no choice");
  await writeMessages(db, [message], makeScope());
  return message.choice.choice_id;
}

async function openLedger(search = "", visit: Visit = {}) {
  const { args } = makeArgs(`${path}/proofs${search}`, visit);
  const { data, init } = await loadProofs(args as never);
  return { ...data, ids: data.page?.rows.map(({ id }) => id) ?? [], status: init?.status ?? 200 };
}

async function openConsent(visit: Visit = {}) {
  const { args } = makeArgs(path, visit);
  const { data, init } = await loadConsent(args as never);
  return { ...data, status: init?.status ?? 200 };
}

async function postCheck(form: Record<string, string>) {
  const { args } = makeArgs(path, {}, { form });
  const { data, init } = await check(args as never);
  return { data: data as CheckedProof & { problems?: { field?: string }[] }, status: init?.status ?? 200 };
}

async function readPlan(query: Compilable): Promise<string[]> {
  const { sql, parameters } = query.compile();
  const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...parameters);
  return (await explained.all<{ detail: string }>()).results.map(({ detail }) => detail);
}

const ago = (time: number) => new Date(Date.now() - time).toISOString();

test("proofs are listed with all that is known, and found by each filter and by how their id begins", async () => {
  const plain = await choose({ banner_version: bannerVersion, chosen_at: ago(minute) });
  const refused = await choose(
    { consent_status: "rejected", chosen_at: ago(2 * minute), language: "hi-IN" },
    { country: "IN", gpc: true },
  );
  const foreign = await choose({ banner_version: "9", chosen_at: ago(3 * minute) }, { country: null });
  const old = await choose({ chosen_at: ago(40 * day) });
  const { page, ids, options } = await openLedger();
  expect(ids).toEqual([plain, refused, foreign, old]);
  expect(page?.rows.slice(0, 3)).toMatchObject([
    { isAccepted: true, version: bannerVersion, isOurs: true, country: "Switzerland", language: "German" },
    { isAccepted: false, hasGpc: true, version: bannerVersion, isOurs: true, country: "India", device: "Desktop" },
    { version: "9", isOurs: false, country: "Unknown", browser: "Chrome" },
  ]);
  expect(options.country.map(({ value }) => value)).toEqual(["IN", "CH", "none"]);
  for (const [search, found] of [
    ["?status=rejected", [refused]],
    [`?version=${bannerVersion}`, [plain, refused, old]],
    ["?version=other", [foreign]],
    ["?country=CH", [plain, old]],
    ["?country=none", [foreign]],
    ["?days=30", [plain, refused, foreign]],
    [`?q=${plain}`, [plain]],
    [`?q=${old.slice(0, 12).toUpperCase()}`, [old]],
    ["?q=nobody", []],
    ["?q=%25", []],
    ["?status=x&country=xx", [plain, refused, foreign, old]],
  ] as const)
    expect([search, (await openLedger(search)).ids]).toEqual([search, found]);
});

test("pages of the ledger have each proof once, also where many were made at one instant", async () => {
  const at = ago(day);
  for (let made = 0; made < 30; made += 1) await choose({ chosen_at: at });
  for (const order of ["", "sort=at"]) {
    const first = await openLedger(`?${order}`);
    const next = pageSearch(first.page?.next).replace("?", `?${order}&`);
    const second = await openLedger(next);
    expect(new Set([...first.ids, ...second.ids]).size).toBe(30);
    expect(second.page?.summary).toBe("26 to 30 of 30 proofs");
    const back = await openLedger(pageSearch(second.page?.previous).replace("?", `?${order}&`));
    expect(back.ids).toEqual(first.ids);
  }
});

test("each query of the ledger and of the rates uses an index, and a page asks once", async () => {
  const none = { status: null, version: null, country: null, since: null, words: "" };
  const filters: Partial<ProofFilter>[] = [
    {},
    { status: "rejected" },
    { version: "other" },
    { version: bannerVersion, since: 1 },
    { country: "CH" },
    { country: "none", status: "accepted" },
  ];
  const cursor = { side: "after", id: crypto.randomUUID(), value: "1" } as const;
  for (const asked of filters)
    for (const place of [null, cursor]) {
      const filter = { ...none, ...asked };
      const order = orderProofs(filter, "desc", place);
      await expectIndexed(selectProofs(db, filter, order, 25));
      await expectIndexed(countProofs(db, filter, order));
    }
  const words = { ...none, words: "ab" };
  const plans = [
    selectProofs(db, words, orderProofs(words, "desc", null), 25),
    selectCountries(db),
    selectCounts(db, [{ start: 0, from: 0, to: 1 }]),
  ].map(async (query) => (await readPlan(query)).filter((step) => step.includes(" consent_records")));
  expect(await Promise.all(plans)).toEqual([
    ["SEARCH consent_records USING PRIMARY KEY (choice_id>? AND choice_id<?)"],
    Array.from(
      { length: 2 },
      () => "SEARCH consent_records USING COVERING INDEX consent_records_by_country (country>?)",
    ),
    ["SEARCH consent_records USING COVERING INDEX consent_records_by_time (chosen_at>? AND chosen_at<?)"],
  ]);

  const headers = { Cookie: writeCookies(await makeSession((await makeAccount({ roles: ["marketing_admin"] })).id)) };
  const { visit } = watchQueries();
  await visit(path, { headers });
  // With the guard and the two numbers of the navigation.
  const ledger = await visit(`${path}/proofs`, { headers });
  expect([ledger.response.status, ledger.trips, ledger.rowsWritten]).toEqual([200, 4, 0]);
  const rates = await visit(path, { headers });
  expect([rates.response.status, rates.trips, rates.rowsWritten]).toEqual([200, 5, 0]);
});

test("rates are counted by week of the site's zone and by version of the banner", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 12), toFake: ["Date"] });
  try {
    await db.updateTable("analytics_settings").set({ zone: "Asia/Kolkata" }).execute();
    // Sunday evening in UTC is Monday in Kolkata.
    await choose({ chosen_at: "2026-11-15T18:29:59.999Z" });
    await choose({ chosen_at: "2026-11-15T18:30:00.000Z", banner_version: "9" });
    for (let made = 0; made < 3; made += 1)
      await choose({ consent_status: "rejected", chosen_at: `2026-11-18T0${made}:00:00.000Z` });
    await choose({ chosen_at: "2026-10-28T10:00:00.000Z" });
    const { view } = await openConsent();
    expect(view?.zone).toBe("Asia/Kolkata");
    expect(view?.weeks).toEqual([
      { name: "Week of 16 Nov", all: "4", accepted: "1", rate: "25%" },
      { name: "Week of 9 Nov", all: "1", accepted: "1", rate: "100%" },
      { name: "Week of 2 Nov", all: "0", accepted: "0", rate: "–" },
      { name: "Week of 26 Oct", all: "1", accepted: "1", rate: "100%" },
    ]);
    expect(view?.chart.points.map(({ y, isOpen }) => [y, isOpen])).toEqual([
      [0, false],
      [null, false],
      [0, false],
      [120, true],
    ]);
    expect(view?.versions).toEqual([
      { version: bannerVersion, isCurrent: true, all: "5", accepted: "2", rate: "40%" },
      { version: null, isCurrent: false, all: "1", accepted: "1", rate: "100%" },
    ]);
    expect(view?.total).toEqual({ all: "6", accepted: "3", rate: "50%" });
  } finally {
    vi.useRealTimers();
    await db.updateTable("analytics_settings").set({ zone: "UTC" }).execute();
  }
});

test("who tells number and time is matched with their proof; nothing of it is stored or logged", async () => {
  const visitor = crypto.randomUUID();
  const chosenAt = ago(day);
  const id = await choose({ visitor_id: visitor, chosen_at: chosenAt });
  const given = { visitor: ` ${visitor} `, status: "accepted", time: chosenAt };
  const found = await postCheck(given);
  expect(found).toMatchObject({ status: 200, data: { id, proof: { version: bannerVersion, isOurs: true } } });
  for (const other of [
    { time: new Date(Date.parse(chosenAt) + 1).toISOString() },
    { status: "rejected" },
    { visitor: crypto.randomUUID() },
  ])
    expect((await postCheck({ ...given, ...other })).data).toMatchObject({ proof: null });
  // The same instant in another zone.
  const zoned = `${new Date(Date.parse(chosenAt) + 330 * minute).toISOString().slice(0, -1)}+05:30`;
  expect((await postCheck({ ...given, time: zoned })).data.id).toBe(id);
  const refused = await postCheck({ visitor: "a b", status: "accepted", time: "yesterday" });
  expect([refused.status, refused.data.problems?.map(({ field }) => field)]).toEqual([400, ["visitor", "time"]]);
  expect(JSON.stringify(logged.mock.calls)).not.toContain(visitor);
  expect(await db.selectFrom("audit_log").selectAll().execute()).toEqual([]);
});

test("the file has all proofs of the filters, no cell is a formula, and that it was made is recorded", async () => {
  const user = (await makeAccount()).id;
  const id = await choose({ consent_status: "rejected", banner_version: "-1", referrer: "direct" });
  await choose({ banner_version: bannerVersion });
  const { args } = makeArgs(`${path}/proofs.csv?status=rejected`, { user });
  const response = await download(args as never);
  expect(response.headers.get("Content-Disposition")).toMatch(/filename="consent-proofs-[\d-]+\.csv"$/);
  const lines = (await response.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(new RegExp(`^"${id}",.*,"rejected","'-1","","no","no","CH","de","Chrome","desktop",""$`));
  const all = await download(makeArgs(`${path}/proofs.csv?version=${bannerVersion}`, { user }).args as never);
  expect(await all.text()).toContain(`"${bannerHashes[bannerVersion]}","yes"`);
  const entries = await db.selectFrom("audit_log").select("detail").where("action", "=", "consent.exported").execute();
  expect(entries.map(({ detail }) => JSON.parse(detail ?? ""))).toMatchObject([
    { status: "rejected", version: null },
    { status: null, version: bannerVersion },
  ]);
});

test("while D1 does not answer each page says so, with 503", async () => {
  const prepare = () => {
    throw new Error("D1_ERROR: down");
  };
  const broken: Visit = { env: { DB: { prepare } as unknown as D1Database } };
  expect(await openConsent(broken)).toMatchObject({ status: 503, view: null });
  expect(await openLedger("?status=rejected", broken)).toMatchObject({ status: 503, page: null });
  expect((await download(makeArgs(`${path}/proofs.csv`, broken).args as never)).status).toBe(503);
});

test("an empty ledger has pages that say what will be there", async () => {
  expect((await openConsent()).view).toMatchObject({ weeks: [], versions: [] });
  expect(await openLedger()).toMatchObject({ ids: [], page: { summary: "No proofs" } });
});

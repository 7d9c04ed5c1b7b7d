/** The page of the audit log, through the built Worker, and the queries behind it. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { type ListCursor, readListState } from "#shared/pages/list.ts";
import { actionWords, groupNames } from "#app/staff/audit/action-words.ts";
import { auditList, toAuditFilter } from "#app/staff/audit/audit-list.ts";
import { countRuns } from "#tests/runs.ts";
import {
  countEntries,
  entriesPerPage,
  listAudit,
  orderEntries,
  selectEntries,
  selectPeople,
} from "#worker/audit/list-audit.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { subjects } from "#worker/subjects.ts";
import type { AuditAction } from "#worker/subjects.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { ask, makeCaller, makeStale } from "../accounts/account-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeAccount, muteConsole } from "../make.ts";

const db = openDb(env.DB);
const reader = "019a0000-0000-7000-8000-000000000001" as AccountId;

muteConsole("error");

interface Entry {
  at?: number;
  actor?: AccountId | null;
  action?: AuditAction;
  subject?: string | null;
  unusual?: string | null;
  detail?: object;
}

/** Each entry is a second younger than the one before it. */
let entries = 0;

function makeTime(): number {
  entries += 1;
  return Date.now() - hour + entries * 1000;
}

async function makeEntry({
  at = makeTime(),
  actor = null,
  action = "session.started",
  subject = null,
  ...more
}: Entry) {
  const id = newId();
  const { unusual = null, detail = {} } = more;
  const row = { id, at, actor_id: actor, action, subject_id: subject, request_id: newId(), unusual };
  await db
    .insertInto("audit_log")
    .values({ ...row, detail: JSON.stringify(detail) })
    .execute();
  return id;
}

/** The page at an address. */
function list(search = "", page: ListCursor | null = null, timeZone: string | null = null) {
  const state = readListState(auditList, new URLSearchParams(search));
  const filter = toAuditFilter(state, { at: Date.now(), timeZone });
  return listAudit(db, { filter, direction: state.sort.direction, cursor: page, reader, list: auditList.id });
}

const listIds = async (search: string, timeZone: string | null = null) =>
  (await list(search, null, timeZone)).rows.map(({ id }) => id);

test("every action that a subject declares has words and a group", () => {
  const declared = subjects.flatMap((subject) => ("auditActions" in subject ? subject.auditActions : []));
  expect(Object.keys(actionWords).toSorted()).toEqual([...declared].toSorted());
  for (const { text, group } of Object.values(actionWords))
    expect([text.length > 4, group in groupNames]).toEqual([true, true]);
});

test("entries are found by person, kind, time, words and what is unusual, alone and together", async () => {
  const [anna, ben] = [await makeAccount({ name: "Anna Berg" }), await makeAccount({ email: "ben@example.com" })];
  const old = await makeEntry({ at: Date.now() - 10 * day, actor: anna.id, unusual: "new country" });
  const exported = await makeEntry({ actor: ben.id, action: "enquiry.exported", unusual: "many exports" });
  const about = await makeEntry({ actor: ben.id, action: "user.made_by_operator", subject: anna.id });
  const refused = await makeEntry({ action: "session.refused" });
  expect(await listIds("")).toEqual([refused, about, exported, old]);
  expect(await listIds("sort=at")).toEqual([old, exported, about, refused]);
  expect(await listIds(`person=${ben.id}`)).toEqual([about, exported]);
  expect(await listIds("person=nobody")).toEqual([refused]);
  expect(await listIds("group=sign-in")).toEqual([refused, old]);
  expect(await listIds("group=exports")).toEqual([exported]);
  expect(await listIds("unusual=yes")).toEqual([exported, old]);
  expect(await listIds("unusual=yes&days=7")).toEqual([exported]);
  expect(await listIds("q=ANNA")).toEqual([old]);
  expect(await listIds("q=ben@")).toEqual([about, exported]);
  expect(await listIds(`q=${anna.id}`)).toEqual([about]);
  expect(await listIds(`q=${anna.id}&group=exports`)).toEqual([]);
  // What an address may not say counts as not set.
  expect(await listIds("person=x&group=x&days=9&unusual=no&from=2026-02-31&zone=Moon/Base&sort=action")).toHaveLength(
    4,
  );
  expect((await list("q=none")).figures).toEqual({ unusual: 1 });
});

test("days begin and end in the reader's zone", async () => {
  const evening = await makeEntry({ at: Date.parse("2026-11-10T23:30:00Z") });
  expect(await listIds("from=2026-11-10&to=2026-11-10")).toEqual([evening]);
  expect(await listIds("from=2026-11-11&to=2026-11-11")).toEqual([]);
  expect(await listIds("from=2026-11-11&to=2026-11-11", "Asia/Kolkata")).toEqual([evening]);
  expect(await listIds("from=2026-11-11&to=2026-11-11&zone=UTC", "Asia/Kolkata")).toEqual([]);
  expect(await listIds("to=2026-11-09")).toEqual([]);
});

test("pages lead on and back without leaving one out, also where many entries have one time", async () => {
  const at = Date.now();
  for (let index = 0; index < entriesPerPage + 3; index += 1) await makeEntry({ at });
  const first = await list();
  const second = await list("", first.next);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(entriesPerPage + 3);
  expect((await list("", second.previous)).rows).toEqual(first.rows);
  expect(second.next).toBeNull();
});

test("the page takes four queries in one round trip, each on an index with 2,000 entries", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => makeAccount({ roles: ["HR"] })));
  const actions = Object.keys(actionWords);
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    id: newId(),
    at: Date.now() - index * 60_000,
    actor_id: people[index % 6]?.id ?? null,
    action: actions[index % actions.length] ?? "",
    subject_id: people[index % 5]?.id ?? null,
    unusual: index % 40 === 0 ? "new country" : null,
  }));
  await runBatch(
    db,
    rows.map((row) => db.insertInto("audit_log").values(row as never)),
  );
  await env.DB.prepare("ANALYZE").run();
  const batches = vi.spyOn(env.DB, "batch");
  const prepared = vi.spyOn(env.DB, "prepare");
  await list();
  expect([batches.mock.calls.length, prepared.mock.calls.length]).toEqual([1, 4]);
  vi.restoreAllMocks();
  await expectIndexed(selectPeople(db));
  const cursor = { side: "after", id: reader, value: String(Date.now()) } as const;
  const searches = [
    "",
    `person=${people[0]?.id}`,
    "person=nobody",
    "group=sign-in",
    "days=7",
    "unusual=yes",
    `q=${reader}`,
    "q=ann",
  ];
  for (const search of searches)
    for (const direction of ["asc", "desc"] as const)
      for (const from of [null, cursor]) {
        const state = readListState(auditList, new URLSearchParams(search));
        const filter = toAuditFilter(state, { at: Date.now(), timeZone: null });
        await expectIndexed(selectEntries(db, filter, orderEntries(direction, from), entriesPerPage));
        await expectIndexed(countEntries(db, filter, orderEntries(direction, from)));
      }
});

test("whatever stands in the address, the page answers", async () => {
  // Thousands of inputs take longer than a session lasts unless it is renewed: here no time passes.
  vi.setSystemTime(Date.now());
  const caller = await makeCaller({ roles: ["super_admin"] });
  await makeEntry({ actor: caller.user.id });
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom("2026-11-10", "yes", "nobody", "7"),
  );
  const names = ["person", "group", "days", "unusual", "from", "to", "zone", "q", "sort", "after", "before", "view"];
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 }), async (query) => {
      const answer = await ask(`/audit-log.data?${new URLSearchParams(query)}`, caller);
      expect(answer.status).toBe(200);
    }),
    { numRuns: countRuns(10_000) },
  );
}, 600_000);

test("the page says who, what and where, names who is gone or nobody, and leads to what it is about", async () => {
  const caller = await makeCaller({ roles: ["super_admin"] });
  const ben = await makeAccount({ email: "ben@example.com", name: "Ben <b>Bold</b>" });
  const gone = await makeAccount();
  await makeEntry({ actor: gone.id, action: "enquiry.exported" });
  await db.deleteFrom("accounts").where("id", "=", gone.id).execute();
  await makeEntry({
    action: "session.refused",
    subject: ben.id,
    detail: { device: "Chrome on Linux", place: "Pune, India" },
  });
  await makeEntry({ actor: ben.id, unusual: "new country" });
  await db
    .insertInto("audit_log")
    .values({ id: newId(), at: 1, action: "later.action" as never })
    .execute();
  const html = await (await ask("/audit-log", caller)).text();
  for (const words of [
    "Former colleague",
    "Nobody signed in",
    "The site",
    "Ben &lt;b&gt;Bold&lt;/b&gt;",
    "Sign-in refused",
    "Chrome on Linux, Pune, India",
    "New country",
    "later.action",
    "1 unusual in the last 7 days.",
    'href="/user-management?q=ben%40example.com"',
  ])
    expect(html).toContain(words);
});

test("the file has the filtered entries, no formula, and its export is recorded and stands in it", async () => {
  const caller = await makeCaller({ roles: ["super_admin"] });
  const ben = await makeAccount({ name: '=HYPERLINK("https://evil.example")' });
  await makeEntry({ actor: ben.id, action: "enquiry.exported", detail: { folder: "+1" } });
  await makeEntry({ actor: ben.id });
  const answer = await ask("/audit-log.csv?group=exports", caller);
  expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="audit-log-/);
  const rows = (await answer.text()).trim().split("\r\n");
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain('"audit.exported"');
  expect(rows[2]).toContain(`"'=HYPERLINK`);
  expect(rows.join("\n")).not.toMatch(/"[=+@-]/);
  const last = await db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirst();
  expect(last).toMatchObject({ action: "audit.exported", actor_id: caller.user.id });
  const head = await ask("/audit-log.csv", { ...caller, method: "HEAD" });
  expect([head.status, (await list("group=exports")).counts.total]).toEqual([200, 2]);
});

test("who signed in a while ago confirms before a file is made, and comes back to the same filters", async () => {
  const caller = await makeCaller({ roles: ["super_admin"] });
  await makeStale(caller.sessionId);
  const answer = await ask("/audit-log.csv?group=exports", caller);
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    303,
    `/auth/confirm?${new URLSearchParams({ next: "/audit-log?group=exports", file: "/audit-log.csv?group=exports" })}`,
  ]);
  expect(await listIds("group=exports")).toEqual([]);
});

test("a log that cannot be read says so, and is not taken for an empty one", async () => {
  const caller = await makeCaller({ roles: ["super_admin"] });
  const { DB } = breakBinding("DB", { hits: (call) => call === "DB.batch" });
  const answer = await ask("/audit-log", { ...caller, env: { DB } });
  expect([answer.status, (await answer.text()).includes("The list could not be read just now")]).toEqual([503, true]);
  expect((await ask("/audit-log.csv", { ...caller, env: { DB } })).status).toBe(503);
});

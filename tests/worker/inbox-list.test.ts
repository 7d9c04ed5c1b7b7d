import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { contactTopics } from "#app/content/contact-topics.ts";
import { readChoices, readCursor } from "#app/staff/inbox/read-filter.ts";
import { writeQuery } from "#app/staff/inbox/write-query.ts";
import { formatReference } from "#app/shared/reference.ts";
import { countRuns } from "#tests/runs.ts";
import {
  countMails,
  countNew,
  enquiriesPerPage,
  type InboxFilter,
  searchedAtMost,
  selectEnquiries,
} from "#worker/contact/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import type { EnquiryStatus } from "#worker/db/contact-tables.ts";
import { selectMails } from "#worker/email/read-outbox.ts";
import { fillEnquiry, makeEnquiry, makeMail, type NewEnquiry, openInbox } from "./inbox-make.ts";
import { makeUser } from "./make.ts";

const db = openDb(env.DB);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Many enquiries in few statements. */
async function makeMany(count: number, fill: (index: number) => NewEnquiry): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => fillEnquiry(fill(index)));
  for (let from = 0; from < rows.length; from += 500) {
    const inserts = rows.slice(from, from + 500).map((row) => db.insertInto("enquiries").values(row).compile());
    await env.DB.batch(inserts.map(({ sql, parameters }) => env.DB.prepare(sql).bind(...parameters)));
  }
}

async function listSubjects(search: string, visit = {}): Promise<string[]> {
  const { page } = await openInbox(search, visit);
  return page?.rows.map(({ subject }) => subject).toSorted() ?? [];
}

test("each filter of the address holds by itself and together with the others", async () => {
  const me = await makeUser({ roles: ["marketing_admin"] });
  await makeEnquiry({ subject: "a", status: "new", topic: "project" });
  await makeEnquiry({ subject: "b", status: "open", topic: "project", owner_id: me.id });
  await makeEnquiry({ subject: "c", status: "open", topic: "privacy", name: "Zoë Bär" });
  await makeEnquiry({ subject: "d", folder: "spam", topic: "project" });
  const visit = { user: me.id };
  expect(await listSubjects("", visit)).toEqual(["a", "b", "c"]);
  expect(await listSubjects("?folder=spam", visit)).toEqual(["d"]);
  expect(await listSubjects("?status=open", visit)).toEqual(["b", "c"]);
  expect(await listSubjects("?topic=project", visit)).toEqual(["a", "b"]);
  expect(await listSubjects("?owner=mine", visit)).toEqual(["b"]);
  expect(await listSubjects("?owner=nobody", visit)).toEqual(["a", "c"]);
  expect(await listSubjects("?status=open&owner=nobody&topic=privacy&q=zoë", visit)).toEqual(["c"]);
  expect(await listSubjects("?status=open&owner=nobody&topic=project", visit)).toEqual([]);
  expect(await listSubjects("?folder=x&status=x&owner=x&after=x", visit)).toEqual(["a", "b", "c"]);
});

test("words are found in name, address, company, subject and reference, and nowhere else", async () => {
  const row = await makeEnquiry({ name: "Ada Lovelace", company: "100%_Sure", email: "ada@engine.example" });
  await makeEnquiry({ name: "Other", company: "Other", email: "other@other.example", subject: "Other" });
  for (const words of [
    "lovelace",
    "LOVE",
    "ENGINE.example",
    "100%_s",
    "platform",
    formatReference(row.id).toLowerCase(),
  ])
    expect(await listSubjects(`?q=${encodeURIComponent(words)}`), words).toEqual([row.subject]);
  expect(await listSubjects("?q=1%25Sure")).toEqual([]);
  expect(await listSubjects("?q=two+plants")).toEqual([]);
  expect(await listSubjects(`?q=${"x".repeat(3000)}`)).toEqual([]);
});

test("whatever stands in the address is read as choices, and these lead back to the same", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("spam", "new", "mine", "nobody", "project", "0.0"),
  );
  const name = fc.oneof(fc.constantFrom("folder", "status", "topic", "owner", "q", "after"), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text), { maxLength: 8 }), (pairs) => {
      const query = new URLSearchParams(pairs);
      const choices = readChoices(query);
      const cursor = readCursor(query.get("after"));
      expect(choices.q.length).toBeLessThanOrEqual(100);
      const again = new URLSearchParams(writeQuery(choices, cursor));
      expect(readChoices(again)).toEqual(choices);
      expect(readCursor(again.get("after"))).toEqual(cursor);
    }),
    { numRuns: countRuns(5000) },
  );
});

test("pages go on where the last one ended, also among enquiries of one instant", async () => {
  const at = Date.now();
  await makeMany(2 * enquiriesPerPage + 3, (index) => ({ subject: `s${index}`, received_at: at - (index % 3) }));
  const seen: string[] = [];
  let search = "";
  const sizes: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const { page } = await openInbox(search);
    seen.push(...(page?.rows.map(({ id }) => id) ?? []));
    sizes.push(page?.rows.length ?? 0);
    if (!page?.older) break;
    search = new URL(page.older, "http://localhost").search;
  }
  expect(sizes).toEqual([enquiriesPerPage, enquiriesPerPage, 3]);
  const all = await db
    .selectFrom("enquiries")
    .select("id")
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .execute();
  expect(seen).toEqual(all.map(({ id }) => id));
});

test("a long message is cut between characters, never within one", async () => {
  await makeEnquiry({ message: `${"x".repeat(119)}😀 and more` });
  const { page } = await openInbox();
  expect(page?.rows[0]?.excerpt).toBe(`${"x".repeat(119)}😀`);
});

test("an enquiry that arrives between two pages moves nothing", async () => {
  const at = Date.now();
  await makeMany(enquiriesPerPage + 1, (index) => ({ subject: `s${index}`, received_at: at - index }));
  const { page } = await openInbox();
  await makeEnquiry({ received_at: at + 5 });
  const second = await openInbox(new URL(page?.older ?? "", "http://localhost").search);
  expect(second.page?.rows.map(({ subject }) => subject)).toEqual([`s${enquiriesPerPage}`]);
});

test("the page counts what is new in each folder and which mails have not left, in three queries", async () => {
  const { id } = await makeEnquiry();
  await makeEnquiry({ status: "open" });
  await makeEnquiry({ folder: "spam" });
  for (const state of ["waiting", "sending", "failed", "unconfirmed", "sent"] as const) await makeMail(id, state);
  const batches = vi.spyOn(env.DB, "batch");
  const prepared = vi.spyOn(env.DB, "prepare");
  const { page } = await openInbox();
  expect(page?.fresh).toEqual({ inbox: 1, spam: 1 });
  expect(page?.mails).toEqual({ waiting: 2, unconfirmed: 1, failed: 1 });
  expect([batches.mock.calls.length, prepared.mock.calls.length]).toEqual([1, 3]);
});

test("the page says that mail is not configured where it is not", async () => {
  expect((await openInbox("", { env: { EMAIL: undefined as unknown as SendEmail } })).isMailConfigured).toBe(false);
  expect((await openInbox("", { env: { MAIL_FROM: "" } })).isMailConfigured).toBe(false);
  expect((await openInbox()).isMailConfigured).toBe(true);
});

test("while D1 does not answer the page says so, with 503", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: down"));
  expect(await openInbox()).toMatchObject({ status: 503, page: null });
  expect(logged.mock.calls.flat().join()).toContain("inbox not read");
});

test("with 5,000 enquiries every query of the lists uses an index", async () => {
  const me = await makeUser({ roles: ["marketing_admin"] });
  const statuses: EnquiryStatus[] = ["new", "open", "answered", "closed"];
  await makeMany(5000, (index) => ({
    received_at: Date.now() - index * 1000,
    folder: index % 5 === 0 ? "spam" : "inbox",
    status: statuses[index % 4] ?? "new",
    topic: contactTopics[index % contactTopics.length]?.id ?? "",
    owner_id: index % 7 === 0 ? me.id : null,
    name: index === 4900 ? "Needle" : "Hay",
  }));
  const filters: Partial<InboxFilter>[] = [
    {},
    { status: "open" },
    { topic: "project" },
    { owner: me.id as UserId },
    { owner: "nobody" },
    { words: "needle" },
    { status: "new", topic: "privacy", owner: "nobody", words: "hay" },
  ];
  const after = { receivedAt: Date.now(), id: fillEnquiry().id };
  const queries = [
    ...filters.flatMap((choice) =>
      [null, after].map((cursor) => {
        const filter = { folder: "inbox", status: null, topic: null, owner: null, words: "", ...choice } as InboxFilter;
        return selectEnquiries(db, { filter, after: cursor, limit: 21 });
      }),
    ),
    countNew(db),
    countMails(db),
    selectMails(db),
  ];
  for (const query of queries) {
    const { sql, parameters } = query.compile();
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail);
    expect(
      plan.some((step) => /USING .*INDEX/.test(step)),
      sql,
    ).toBe(true);
    expect(
      plan.filter((step) => /^SCAN (?!.*USING)/.test(step)),
      sql,
    ).toEqual([]);
  }
  // Older than the newest 1,000 of its folder: not looked for, as the page says.
  expect(searchedAtMost).toBe(1000);
  expect(await listSubjects("?q=needle&folder=inbox")).toEqual([]);
});

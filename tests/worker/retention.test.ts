/** What is past its term goes, through `scheduled()` of the built Worker; what somebody asks to have erased goes at once. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/contact-tables.ts";
import type { DeadLetterId } from "#worker/db/dead-letters-tables.ts";
import { columns, type Database } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { RetentionRule, Subject } from "#worker/lib/subject.ts";
import { readLength } from "#worker/lib/terms.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { hashEmail } from "#worker/accounts/backoff.ts";
import { erasePerson } from "#worker/retention/erase.ts";
import { pruneRows, rowsPerStatement } from "#worker/retention/prune-rows.ts";
import { subjects as declared } from "#worker/subjects.ts";
import { worker } from "./built-worker.ts";
import { makeEnquiry, makeMail } from "./inbox-make.ts";
import { makeScope, makeUser } from "./make.ts";

const db = openDb(env.DB);
const subjects: readonly Subject[] = declared;
const rules = subjects.flatMap(({ retention = [] }) => retention);

let lines: { event: string; outcome?: { pruned: unknown[] } }[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))));
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function runHourly(): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: schedules.hourly }), env, ctx);
  await waitOnExecutionContext(ctx);
}

const hash = (length: number) => crypto.randomUUID().replaceAll("-", "").padEnd(length, "x").slice(0, length);

/** For each rule, a row whose term counts from `at`. */
const makers: Record<string, (at: number) => Promise<unknown>> = {
  "Page views": (at) => insert("page_views", { viewed_at: at, visitor_id: "v1", path: "/", title: "" }),
  "Visitor data": (at) =>
    insert("visitors", {
      visitor_id: crypto.randomUUID(),
      choice_id: "c",
      first_visit: 1,
      received_at: 1,
      user_agent: "",
      referrer: "",
      language: "",
      timezone: "",
      country: null,
      device: "other",
      browser: "Other",
      idle_since: at,
    }),
  "Day and fingerprint of a record that was dropped": (at) =>
    insert("dropped_records", { dropped_at: at, drop_id: crypto.randomUUID(), reason: "bot" }),
  "Consent record, coarse fields": (at) =>
    insert("consent_records", {
      choice_id: crypto.randomUUID(),
      status: "rejected",
      chosen_at: at,
      received_at: at,
      banner_version: null,
      banner_hash: null,
      gpc: 0,
      country: null,
      device: "other",
      browser: "Other",
      language: null,
      referrer_host: null,
    }),
  "Keyed hash of an erased number": (at) => insert("erased_visitors", { visitor_hash: hash(64), erased_at: at }),
  "Keyed hash of a network, for the daily limit of its views": (at) =>
    insert("view_sources", { day: at, source: hash(43), views: 1 }),
  "Sessions of accounts": async (at) =>
    insert("sessions", {
      id: newId(),
      user_id: (await makeUser()).id,
      created_at: 1,
      auth_time: 1,
      refreshed_at: 1,
      idle_expires_at: at,
      absolute_expires_at: at,
      revoked_at: null,
      revoked_reason: null,
    }),
  "Fingerprints of links for invitations and new passwords": (at) =>
    insert("one_time_tokens", {
      token_sha256: hash(43),
      purpose: "invite",
      email: "a@b.example",
      user_id: null,
      created_at: 1,
      expires_at: at,
      consumed_at: null,
    }),
  "Sign-ins that wait for a second proof, under a fingerprint": async (at) =>
    insert("pending_sign_ins", {
      token_sha256: hash(64),
      user_id: (await makeUser()).id,
      missing: "[]",
      bucket: hash(43),
      created_at: 1,
      expires_at: at,
    }),
  "Failed sign-in attempts, under a keyed hash of the address": (at) =>
    insert("sign_in_backoff", { email_hash: hash(43), failed_count: 1, attempted_at: at, blocked_until: 1 }),
  "Accounts without a role": async (at) => {
    const { id } = await makeUser();
    await db.updateTable("users").set({ created_at: at }).where("id", "=", id).execute();
  },
  "Audit log: what was done in the staff area and by which account": (at) =>
    insert("audit_log", { id: newId(), at, actor_id: null, action: "test", subject_id: null, request_id: null }),
  "Enquiries from the contact form, with notes of our staff": (at) => makeEnquiry({ updated_at: at }),
  "Keyed hash of the network of an enquiry, for limits": (at) =>
    makeEnquiry({ received_at: at, network_hash: hash(43) }),
  "Text of a mail of this site": async (at) => {
    const id = await makeMail((await makeEnquiry()).id as EnquiryId, "sent");
    await db.updateTable("outbox").set({ sent_at: at }).where("id", "=", id).execute();
  },
  "That a mail was sent: address, subject, time and result": async (at) => {
    const id = await makeMail((await makeEnquiry()).id as EnquiryId, "sent");
    await db.updateTable("outbox").set({ created_at: at, text: "", html: "" }).where("id", "=", id).execute();
  },
  "Messages between parts of our software that could not be dealt with": (at) =>
    insert("dead_letters", makeLetter({ received_at: at })),
};

function insert<Table extends keyof Database>(table: Table, row: object) {
  return db
    .insertInto(table)
    .values(row as never)
    .execute();
}

function makeLetter(overrides: object = {}) {
  const id = newId<DeadLetterId>();
  const facts = { queue: "fivewright-mail", message_id: id, body: "{}", attempts: null, last_error: null };
  return { id, ...facts, queued_at: 1, received_at: Date.now(), claimed_at: null, ...overrides };
}

/** How many rows the rule still has something to do with. */
async function countKept({ table, blank }: RetentionRule): Promise<number> {
  const [column] = Object.keys(blank ?? {});
  const condition = column === undefined ? "1" : `coalesce(${column}, '') <> ''`;
  const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${condition}`).first<{
    count: number;
  }>();
  return row?.count ?? 0;
}

test("there is a test row for each retention rule, and a rule for each kind of row", () => {
  expect(rules.map(({ keeps }) => keeps).toSorted()).toEqual(Object.keys(makers).toSorted());
});

test.each(rules.map((rule) => [rule.keeps, rule] as const))(
  "the hourly job takes what is past its term and leaves what is not: %s",
  async (keeps, rule) => {
    const make = makers[keeps];
    const term = readLength(rule.term);
    await make?.(Date.now() - term - 3_600_000);
    await make?.(Date.now() - term + 3_600_000);
    const before = await countKept(rule);
    await runHourly();
    expect(before - (await countKept(rule))).toBe(1);
    const done = lines.find(({ outcome }) => outcome?.pruned);
    expect(done?.outcome?.pruned).toContainEqual({ table: rule.table, keeps, rows: 1, more: false });
  },
);

test("an enquiry takes its notes and mails along; who wrote and owned them stays", async () => {
  const owner = await makeUser({ roles: ["marketing_admin"] });
  const { id } = await makeEnquiry({ updated_at: 1, owner_id: owner.id });
  await insert("enquiry_notes", { id: newId(), enquiry_id: id, author_id: owner.id, written_at: 1, note: "Called." });
  await makeMail(id as EnquiryId, "waiting");
  await runHourly();
  for (const table of ["enquiries", "enquiry_notes", "outbox"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("users").select("id").execute()).toEqual([{ id: owner.id }]);
});

test("an account with a role stays however long ago it was used, and mail that waits keeps its text", async () => {
  const staff = await makeUser({ roles: ["super_admin"] });
  await db.updateTable("users").set({ created_at: 1, signed_in_at: 1 }).execute();
  const mail = await makeMail((await makeEnquiry()).id as EnquiryId, "waiting");
  await db.updateTable("outbox").set({ due_at: 1 }).execute();
  await runHourly();
  expect(await db.selectFrom("users").select("id").execute()).toEqual([{ id: staff.id }]);
  expect(await db.selectFrom("outbox").select(["id", "html"]).execute()).toEqual([{ id: mail, html: "<p>Text</p>" }]);
});

test("a visitor stored by a Worker that knows no terms yet stays for the whole term", async () => {
  const received = Date.now() - 1000;
  await env.DB.prepare(
    `insert into visitors (visitor_id, choice_id, first_visit, received_at, user_agent, referrer, language, timezone, device,
     browser) values ('v1', 'c', 1, ?, '', '', '', '', 'other', 'Other')`,
  )
    .bind(received)
    .run();
  await runHourly();
  const { idle_since } = await db.selectFrom("visitors").select("idle_since").executeTakeFirstOrThrow();
  expect(idle_since).toBeGreaterThan(received);
});

test("more rows than one statement takes go in the same run", async () => {
  const count = rowsPerStatement * 2 + 1;
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO page_views SELECT i, 'v', '/', '' FROM n`,
  )
    .bind(count)
    .run();
  await runHourly();
  expect(await db.selectFrom("page_views").selectAll().execute()).toEqual([]);
  const done = lines.find(({ outcome }) => outcome?.pruned);
  expect(done?.outcome?.pruned).toContainEqual(expect.objectContaining({ table: "page_views", rows: count }));
});

test("a rule that fails stops no other, is logged, and the run counts as failed", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  await makers["Page views"]?.(1);
  const broken = { ...rules[0], since: "no_such_column", keeps: "Broken" } as RetentionRule;
  const scope = { ...makeScope(), subjects: [{ retention: [broken] }, ...subjects] };
  await expect(pruneRows(scope)).rejects.toThrow("Retention rules failed");
  expect(await db.selectFrom("page_views").selectAll().execute()).toEqual([]);
  expect(errors.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([{ keeps: "Broken" }]);
});

test("proofs of consent and the audit log stay append-only until their term is over", async () => {
  const soon = 2 * 86_400_000;
  for (const rule of rules.filter(({ table }) => table === "consent_records" || table === "audit_log")) {
    const make = makers[rule.keeps];
    await make?.(Date.now() - readLength(rule.term) + soon);
    await expect(env.DB.prepare(`DELETE FROM ${rule.table}`).run()).rejects.toThrow("append-only");
  }
});

/** Every text in every table, with where it stands. */
async function readTexts(): Promise<{ at: string; text: string }[]> {
  const texts = [];
  for (const table of Object.keys(columns)) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
    for (const row of results)
      for (const [column, value] of Object.entries(row))
        if (typeof value === "string") texts.push({ at: `${table}.${column}`, text: value.toLowerCase() });
  }
  return texts;
}

test("nothing of a person is left in any table once they are erased, but that it was done", async () => {
  const email = "ada.person@client.example";
  const actor = await makeUser({ roles: ["super_admin"] });
  const colleague = await makeUser({ email: "not-ada.person@client.example" });
  const { id } = await makeUser({ email, name: "Ada Person" });
  await insert("sign_in_backoff", {
    email_hash: await hashEmail(email, env.AUTH_SECRET),
    failed_count: 1,
    attempted_at: Date.now(),
    blocked_until: 1,
  });
  await insert("one_time_tokens", {
    token_sha256: hash(43),
    purpose: "password_reset",
    email: email.toUpperCase(),
    user_id: null,
    created_at: 1,
    expires_at: 9e15,
    consumed_at: null,
  });
  for (const folder of ["inbox", "spam"] as const) {
    const enquiry = await makeEnquiry({
      name: "Ada Person",
      email: "Ada.Person@client.example",
      folded_email: "adaperson@client.example",
      folder,
    });
    const note = {
      id: newId(),
      enquiry_id: enquiry.id,
      author_id: actor.id,
      written_at: 1,
      note: "Ada Person called.",
    };
    await insert("enquiry_notes", note);
    await makeMail(enquiry.id as EnquiryId, "sent", { html: "<p>Ada Person</p>" });
  }
  const others = await makeEnquiry({ email: colleague.email });
  const mail = await makeMail(others.id as EnquiryId, "sent");
  await db.updateTable("outbox").set({ recipient: email, subject_id: null }).where("id", "=", mail).execute();
  await insert("dead_letters", makeLetter({ body: JSON.stringify({ to: email, name: "Ada Person" }) }));
  await insert("dead_letters", makeLetter({ last_error: `550 ${email} unknown` }));

  const scope = makeScope();
  const { rows } = await erasePerson(scope, { email, actor: actor.id });
  expect(rows).toBeGreaterThan(5);
  const left = (await readTexts()).filter(({ text }) => /(?<!not-)ada\.?person|ada person/.test(text));
  expect(left).toEqual([]);
  expect((await readTexts()).filter(({ text }) => text === id)).toEqual([]);
  // Whoever has another address, though it ends alike, is left alone.
  expect(await db.selectFrom("enquiries").select("id").execute()).toEqual([{ id: others.id }]);
  expect(await db.selectFrom("users").select("id").where("id", "=", colleague.id).execute()).toHaveLength(1);
  const [entry] = await db.selectFrom("audit_log").select(["action", "actor_id", "subject_id", "detail"]).execute();
  expect(entry).toEqual({ action: "person.erased", actor_id: actor.id, subject_id: null, detail: "{}" });
});

test("an account with a role is not erased along with what its holder wrote", async () => {
  const staff = await makeUser({ email: "hr@site.example", roles: ["HR"] });
  await makeEnquiry({ email: staff.email });
  await erasePerson(makeScope(), { email: staff.email, actor: staff.id as UserId });
  expect(await db.selectFrom("enquiries").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("users").select("id").execute()).toEqual([{ id: staff.id }]);
});

test("an erased visitor leaves nothing in any table, messages that could not be stored among them", async () => {
  const visitor = "visitor-number-one";
  await makers["Visitor data"]?.(1);
  await db.updateTable("visitors").set({ visitor_id: visitor, received_at: Date.now() }).execute();
  await insert("page_views", { viewed_at: Date.now(), visitor_id: visitor, path: "/", title: "" });
  const body = JSON.stringify({ kind: "accepted", visitor: { visitor_id: visitor } });
  await insert("dead_letters", makeLetter({ queue: "fivewright-visitor-records", body }));
  await insert("dead_letters", makeLetter({ body: JSON.stringify({ visitor_id: "another" }) }));
  await writeMessages(makeScope(), [{ kind: "erasure", visitor_id: visitor, erased_at: Date.now() }]);
  expect((await readTexts()).filter(({ text }) => text.includes(visitor))).toEqual([]);
  expect(await db.selectFrom("dead_letters").select("id").execute()).toHaveLength(1);
});

/** Rows for the rules of retention and for erasures. */
import { env } from "cloudflare:workers";
import { makeMark } from "#tests/draw.ts";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { FailedMessageId } from "#worker/db/failed-messages-tables.ts";
import type { ImportId } from "#worker/db/imports-tables.ts";
import type { Database } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

/** A text as long as a hash, another each time. */
export const hash = (length: number) => makeMark().padEnd(length, "x");

let visitors = 0;

/** For each rule, a row whose term counts from `at`. */
export const makers: Record<string, (at: number) => Promise<unknown>> = {
  "Visits: where they came from, with what, and how they ended": (at) =>
    insert("visits", { started_at: at, visit_no: 1, visitor: 1 }),
  "Views of pages and what was done on them": (at) =>
    insert("visit_events", { started_at: at, visit_no: 1, seq: 1, at_ms: 0, kind: 1, path: 0 }),
  "That a form was sent or a file downloaded, in which quarter of an hour and visit; the time may tell which form": (
    at,
  ) => insert("conversions", { at, goal: "enquiry", started_at: null, visit_no: null }),
  "Articles in the trash, with the names of their writers": async (at) => {
    const { id } = await makeInsight();
    await db.updateTable("insights").set({ status: "archived", trashed_at: at }).where("id", "=", id).execute();
  },
  "Imports of articles, with the name of the file and who made them": (at) =>
    insertImport(newId<ImportId>(), { started_at: at, finished_at: null }),
  "Pages of a former site that an import has brought": async (at) => {
    const id = newId<ImportId>();
    const now = Date.now();
    await insertImport(id, { started_at: now, finished_at: now });
    await insert("imported_pages", {
      id: newId(),
      source_key: hash(64),
      source: "wordpress old.example",
      import_id: id,
      title: "About us",
      path: "/about",
      status: "published",
      markdown: "",
      html: "",
      losses: "[]",
      fingerprint: hash(64),
      created_at: at,
    });
  },
  "Visitor data": (at) =>
    insert("visitors", {
      visitor: (visitors += 1),
      first_visit: 1,
      received_at: 1,
      idle_since: at,
      user_agent: 0,
      referrer: 0,
      language: 0,
      timezone: 0,
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
  "Which article a member of staff has open": async (at) =>
    insert("insight_presence", {
      insight_id: (await makeInsight()).id,
      tab: crypto.randomUUID(),
      account_id: (await makeAccount()).id,
      seen_at: at,
      typed_at: null,
    }),
  "Deleted templates of mails to candidates": (at) =>
    insert("mail_templates", {
      id: crypto.randomUUID(),
      name: `Former ${at}`,
      kind: "general",
      subject: "x",
      body: "x",
      deleted_at: at,
      updated_at: at,
    }),
  "Which job a member of staff has open": async (at) =>
    insert("opening_presence", {
      opening_id: (await makeOpening()).id,
      tab: crypto.randomUUID(),
      account_id: (await makeAccount()).id,
      seen_at: at,
      typed_at: null,
    }),
  "Keyed hash of an erased number": (at) => insert("erased_visitors", { visitor_hash: hash(64), erased_at: at }),
  "Key with which networks are hashed; without it nobody can tell a network from its hash": (at) =>
    insert("network_keys", { day: at, secret: hash(43) }),
  "Keyed hash of a network that brought too many views": (at) => insert("network_limits", { day: at, network: 1 }),
  "Random numbers that a passkey signs, under a fingerprint": (at) =>
    insert("webauthn_challenges", {
      challenge_sha256: hash(64),
      purpose: "sign-in",
      account_id: null,
      created_at: 1,
      expires_at: at,
    }),
  "Fingerprints of random numbers of sign-ins by the company’s identity provider": (at) =>
    insert("used_sign_in_states", { state_sha256: hash(64), expires_at: at }),
  "Names and fingerprints of API tokens": async (at) =>
    insert("api_tokens", {
      id: newId(),
      account_id: (await makeAccount()).id,
      name: "x",
      scopes: "[]",
      token_sha256: hash(64),
      ending: "abcd",
      created_at: 1,
      expires_at: at,
    }),
  "Invitations of staff": (at) =>
    insert("invites", {
      id: newId(),
      email: `${crypto.randomUUID()}@invited.example`,
      roles: "[]",
      invited_by: null,
      created_at: 1,
      sent_at: 1,
      expires_at: at,
      accepted_at: null,
      accepted_by: null,
      withdrawn_at: null,
    }),
  "Sessions of accounts, with browser and place": async (at) =>
    insert("sessions", {
      id: newId(),
      account_id: (await makeAccount()).id,
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
      account_id: null,
      created_at: 1,
      expires_at: at,
      consumed_at: null,
    }),
  "Sign-ins that wait for a second proof, under a fingerprint": async (at) =>
    insert("pending_sign_ins", {
      token_sha256: hash(64),
      account_id: (await makeAccount()).id,
      missing: "[]",
      bucket: hash(43),
      created_at: 1,
      expires_at: at,
    }),
  "Failed sign-in attempts, under a keyed hash of the address": (at) =>
    insert("sign_in_backoff", { email_hash: hash(43), failed_count: 1, attempted_at: at, blocked_until: 1 }),
  "Requests for a link by mail, under keyed hashes of address and network": (at) =>
    insert("link_requests", { id: newId(), email_hash: hash(43), network_hash: hash(43), requested_at: at }),
  "Accounts whose address was never confirmed": async (at) => {
    const { id } = await makeAccount({ isVerified: false });
    await db.updateTable("accounts").set({ created_at: at }).where("id", "=", id).execute();
  },
  "Accounts without a role": async (at) => {
    const { id } = await makeAccount();
    await db.updateTable("accounts").set({ created_at: at }).where("id", "=", id).execute();
  },
  "Audit log: what was done in the staff area and by which account; sign-ins with browser and place": (at) =>
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
  "Applications that came to nothing, with answers, files and history": (at) =>
    makeSent({ stage: "rejected", ended_at: at }),
  "Applications that you let us keep for other roles": (at) =>
    makeSent({ stage: "rejected", ended_at: at, keep_until: at }),
  "Applications of people whom we hired": (at) => makeSent({ stage: "hired", stage_since: at }),
  "Applications without a decision": (at) => makeSent({ updated_at: at }),
  "Keyed hash of the network of an application, for limits": (at) =>
    makeSent({ received_at: at, network_hash: hash(43) }),
  "Applications that you withdrew and a law makes us keep": (at) =>
    makeSent({ stage: "withdrawn", ended_at: Date.now(), sealed_at: at }),
  "Proof that data was erased": (at) =>
    insert("erasure_proofs", {
      id: newId(),
      erased_at: at,
      erased_by: "retention",
      address_hash: hash(43),
      counts: "{}",
      content_hash: hash(64),
      files: 0,
    }),
  "Reasons to keep data by law": (at) =>
    insert("legal_holds", { id: newId(), reason: "A claim", set_at: 1, released_at: at }),
  "Errors of the software, grouped": (at) =>
    insert("error_groups", {
      fingerprint: hash(16),
      event: "request failed",
      name: "TypeError",
      message: "It broke",
      place: "/contact",
      frames: "",
      request_id: newId(),
      version: "dev",
      first_at: 1,
      last_at: at,
    }),
  "How many errors there were in an hour": async (at) => {
    await makers["Errors of the software, grouped"]?.(Date.now());
    const { fingerprint } = await db.selectFrom("error_groups").select("fingerprint").executeTakeFirstOrThrow();
    return insert("error_hours", { fingerprint, hour_at: at, count: 1 });
  },
  "Alerts that were posted": (at) => insert("alert_posts", { id: newId(), body: "{}", created_at: at, due_at: null }),
  "Messages between parts of our software that could not be dealt with": (at) =>
    insert("failed_messages", makeMessage({ received_at: at })),
};

/** Stores one row. */
export function insert<Table extends keyof Database>(table: Table, row: object) {
  return db
    .insertInto(table)
    .values(row as never)
    .execute();
}

function insertImport(id: ImportId, times: { started_at: number; finished_at: number | null }) {
  return insert("imports", {
    id,
    file: "blog.xml",
    file_hash: hash(64),
    kind: "wordpress",
    site: "old.example",
    posts: 1,
    settings: "{}",
    started_by: null,
    undone_at: null,
    undone_by: null,
    ...times,
  });
}

/** An application with the person who sent it. */
async function makeSent(overrides: object) {
  const [id, candidate_id] = [newId(), newId()];
  const person = { email: `${id}@client.example`, name: "Ada Person", updated_at: Date.now() };
  await insert("candidates", { id: candidate_id, created_at: 1, ...person });
  const facts = { id, candidate_id, opening_id: null, submission_hash: hash(64), link_hash: hash(64), ...person };
  const times = { stage_since: Date.now(), consented_at: 1, received_at: Date.now() };
  await insert("applications", { ...facts, ...times, ...overrides });
}

export function makeMessage(overrides: object = {}) {
  const id = newId<FailedMessageId>();
  const facts = { queue: "fivewright-mail", message_id: id, body: "{}", attempts: null, last_error: null };
  return { id, ...facts, queued_at: 1, received_at: Date.now(), claimed_at: null, ...overrides };
}

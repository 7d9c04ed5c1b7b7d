import { type Compilable, type RawBuilder, sql } from "kysely";
import { second } from "#shared/dates/durations.ts";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { MailId } from "../db/email-tables.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import { layOutMail, nameSite } from "./layout.ts";
import { announceMails, planMail } from "./outbox.ts";

/** How long "you were given this" waits: whoever gave it can take it back, and one action on many rows ends, in milliseconds. */
const givenDelay = 20 * second;

/** The things that somebody of the staff can be given, in the words of the mail. */
const things = {
  "enquiry-given": {
    one: "an enquiry",
    many: "enquiries",
    list: "/marketing-admin/inbox?owner=mine&status=unfinished",
  },
  "application-given": { one: "an application", many: "applications", list: "/job-applications?assignee=mine" },
  "interview-given": { one: "an interview", many: "interviews", list: "/job-applications?stage=any&interview=mine" },
} as const;

type GivenKind = keyof typeof things;

/** What one action has given to each colleague so far, as several things are one mail; and whom it has read for that. */
export interface Given {
  mails: Map<AccountId, { mail: MailId; count: number }>;
  people: Map<AccountId, { email: string; name: string | null }>;
}

export function startGiving(): Given {
  return { mails: new Map(), people: new Map() };
}

interface Giving {
  kind: GivenKind;
  /** Id of the row whose mails these are: they go when it goes. */
  subject: string;
  /** Who had it before; null for nobody. */
  from: AccountId | null;
  /** Who has it from now on; null for nobody. */
  to: AccountId | null;
  /** Null for the seed. */
  actor: AccountId | null;
  /** What identifies it; never the name of a candidate, because mailboxes are not erased. */
  facts: readonly (readonly [name: string, value: string])[];
  /** The path of its page. */
  path: string;
  /** True where `from` still has something of this kind that was given since `outbox.created_at`. */
  stillHas: (from: AccountId) => RawBuilder<boolean>;
  /** What the same action has given before. */
  given?: Given;
}

interface PlannedGift {
  /** For the batch of the change, after it. */
  queries: Compilable[];
  /** Call it once the batch is stored. */
  tell: () => Promise<void>;
}

/**
 * Plans the one mail that tells a colleague what they were given, and stops the one to whoever had it before if it has not left.
 * There is no mail about what somebody has taken themselves or had already.
 */
export async function planGiven(db: Db, giving: Giving, scope: RequestScope): Promise<PlannedGift> {
  const { kind, from, to, actor, given = startGiving() } = giving;
  if (from === to) return { queries: [], tell: async () => {} };
  const queries: Compilable[] = from === null ? [] : [planStop(db, { ...giving, from })];
  if (to === null || to === actor) return { queries, tell: async () => {} };
  await readPeople(db, given, actor === null ? [to] : [to, actor]);
  const colleague = given.people.get(to);
  if (!colleague) return { queries, tell: async () => {} };
  const giver = actor && given.people.get(actor);
  const before = given.mails.get(to);
  const count = (before?.count ?? 0) + 1;
  const mail = planMail(db, {
    ...writeGiven(giving, { count, giver: giver ? formatColleagueShort(giver) : null }, scope),
    dedupeKey: `given:${kind}:${to}:${scope.requestId}`,
    kind,
    recipient: colleague.email,
    // A mail about several things goes with none of them: it names none.
    ...(count === 1 && { subjectId: giving.subject }),
    dueAt: now() + givenDelay,
    isRewritten: true,
  });
  return {
    queries: [...queries, mail.query],
    tell: async () => {
      given.mails.set(to, { mail: before?.mail ?? mail.id, count });
      if (!before) await announceMails([mail.id], scope, { delaySeconds: givenDelay / second });
    },
  };
}

/** Reads those of `ids` that the action has not read before. */
async function readPeople(db: Db, { people }: Given, ids: readonly AccountId[]): Promise<void> {
  const others = ids.filter((id) => !people.has(id));
  if (others.length === 0) return;
  const rows = await db.selectFrom("accounts").select(["id", "email", "name"]).where("id", "in", others).execute();
  for (const { id, ...person } of rows) people.set(id, person);
}

/** Stops the mail to who had it before: at once where it is about this alone, else when nothing of it is left. */
function planStop(db: Db, { kind, subject, from, stillHas }: Giving & { from: AccountId }) {
  return db
    .updateTable("outbox")
    .set({ withdrawn_at: now() })
    .where("kind", "=", kind)
    .where("state", "=", "waiting")
    .where("withdrawn_at", "is", null)
    .where("recipient", "=", db.selectFrom("accounts").select("email").where("id", "=", from))
    .where(sql<boolean>`(subject_id = ${subject} or (subject_id is null and not ${stillHas(from)}))`);
}

function writeGiven(
  { kind, facts, path }: Giving,
  { count, giver }: { count: number; giver: string | null },
  scope: Pick<RequestScope, "company" | "env">,
) {
  const { one, many, list } = things[kind];
  const site = nameSite(scope);
  const title = count === 1 ? `You were given ${one}` : `You were given ${count} ${many}`;
  return layOutMail(site, {
    subject: title,
    title,
    facts: [...(count === 1 ? facts : []), ...(giver === null ? [] : [["Given by", giver] as const])],
    paragraphs: [count === 1 ? "It stands on your hub, too." : "They stand on your hub, too."],
    link:
      count === 1 ? { url: site.origin + path, name: "Open it" } : { url: site.origin + list, name: "Open the list" },
    after: "",
  });
}

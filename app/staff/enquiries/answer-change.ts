import { data, redirect } from "react-router";
import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import { contactTopics } from "#app/content/contact-topics.ts";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import type { FormProblem, Refusal } from "#shared/pages/refusal.ts";
import { clearOfSpam, eraseEnquiry, markAsSpam, saveHandling, sendAgain } from "#worker/enquiries/change-enquiry.ts";
import { isEnquiryId, mayOwnEnquiries, readEnquiry } from "#worker/enquiries/read-enquiry.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { EnquiryId, EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { HeaderError } from "#worker/email/header.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { ConflictError, InvalidInputError, NotAllowedError } from "#worker/lib/errors.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { enquiryList } from "./enquiry-list.ts";
import { longestNote, nobody, statusNames } from "./names.ts";

/** Control characters except tab and line feed. SQLite takes the first NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F]/g;
const version = z.coerce.number().int().min(1);
const statuses = Object.keys(statusNames) as EnquiryStatus[];
const handling = { version, status: z.enum(statuses), owner: z.union([z.literal(nobody), z.uuid()]) };
const changeSchema = z.discriminatedUnion("intent", [
  // A choice is stored when it is made; the note is left as it is typed so far.
  z.object({ intent: z.literal("handle"), ...handling, note: z.literal("").default("") }),
  z.object({
    intent: z.literal("save"),
    ...handling,
    note: z
      .string()
      .transform((text) => text.replaceAll("\r\n", "\n").replace(unprintable, "").trim())
      .pipe(z.string().max(longestNote, "Keep a note within 4,000 characters, or write two.")),
  }),
  z.object({ intent: z.enum(["spam", "not-spam", "erase"]), version }),
  z.object({ intent: z.literal("send-again"), mail: z.uuid() }),
]);

type Change = z.infer<typeof changeSchema>;

const unstored = {
  title: "Nothing could be stored just now.",
  message: "What you filled in is still here: please try again in a minute.",
};

const words: RefusalWords = {
  400: { title: "Nothing has been saved yet." },
  404: { title: "This enquiry is gone.", message: "Nothing has been saved." },
  500: unstored,
  503: unstored,
};

interface Target {
  id: EnquiryId;
  actor: AccountId;
  mayErase: boolean;
  /** What the inbox shows beside it, as the query of its address. */
  listQuery: string;
  scope: RequestScope;
}

interface Posted {
  request: Request;
  id: string;
  actor: string;
  mayErase: boolean;
  listQuery: string;
  scope: RequestScope;
}

/**
 * Makes the change that a posted form asks for and redirects to the page, or returns why it was refused, with the
 * values of the form.
 */
export async function answerChange({ request, id, ...posted }: Posted) {
  if (!isEnquiryId(id)) throw data(null, { status: 404, statusText: "Not Found" });
  const target: Target = { ...posted, id, actor: posted.actor as AccountId };
  async function refine(refusal: Refusal, error: unknown, change: Change | undefined): Promise<Refusal> {
    if (error instanceof ConflictError && change)
      return { ...refusal, ...(await tellBothStates(change, target, error)) };
    // An address can pass the form and still be invalid in a mail header.
    if (!(error instanceof HeaderError)) return refusal;
    return { ...refusal, title: "It stays in the spam folder, because no mail can be written about it." };
  }
  return answerForm(
    { request, schema: changeSchema, words, refine },
    async (change) => redirect(await makeChange(change, target), 303),
    posted.scope,
  );
}

/** Makes the change and returns the path to go to next. */
async function makeChange(change: Change, { id, actor, mayErase, listQuery, scope }: Target): Promise<string> {
  const db = openDb(scope.env.DB);
  const done = (what: string, path = `${enquiryList.path}/${id}`) =>
    `${path}${listQuery}${listQuery === "" ? "?" : "&"}done=${what}`;
  if (change.intent === "send-again") {
    await sendAgain(db, { id, actor, mail: change.mail as MailId }, scope);
    return done("sent");
  }
  const seen = { id, actor, version: change.version };
  if (change.intent === "save" || change.intent === "handle") {
    const owner = change.owner === nobody ? null : (change.owner as AccountId);
    if (owner !== null) await requireOwner(db, { id, owner });
    await saveHandling(db, { ...seen, status: change.status, owner, note: change.note }, scope);
    return done(change.intent === "save" ? "saved" : "handled");
  }
  if (change.intent === "spam") {
    await markAsSpam(db, seen, scope);
    return done("spam");
  }
  if (change.intent === "not-spam") {
    const site = { name: brand.name, origin: scope.env.SITE_ORIGIN };
    await clearOfSpam(db, { ...seen, topics: contactTopics, site }, scope);
    return done("inbox");
  }
  if (!mayErase) throw new NotAllowedError();
  await eraseEnquiry(db, seen, scope);
  return done("erased", enquiryList.path);
}

/** @throws {InvalidInputError} unless `owner` can open the inbox, or owns the enquiry already */
async function requireOwner(db: Db, { id, owner }: { id: EnquiryId; owner: AccountId }): Promise<void> {
  if (await mayOwnEnquiries(db, owner)) return;
  const found = await readEnquiry(db, { id });
  if (found?.enquiry.owner_id !== owner)
    throw new InvalidInputError({ owner: ["This account cannot open the inbox. Choose another owner."] });
}

/** How the enquiry is now, and what the form would have set. */
async function tellBothStates(
  change: Change,
  { id, scope }: Target,
  error: ConflictError,
): Promise<{ title: string; problems: FormProblem[] }> {
  if (change.intent !== "save" && change.intent !== "handle")
    return {
      title: error.message,
      problems: [{ message: "This is how it stands now. Nothing has been done: ask again if it still should be." }],
    };
  const title = "Somebody changed this enquiry while you had it open. What you filled in is still here.";
  const found = await readEnquiry(openDb(scope.env.DB), { id }).catch((failure: unknown) => {
    scope.log.error("enquiry not read after a conflict", failure, { enquiryId: id });
  });
  if (found === undefined) return { title, problems: [] };
  if (!found) return { title: "This enquiry is gone.", problems: [] };
  const { enquiry, owners } = found;
  const owner = enquiry.owner === null ? nobody : formatColleague({ name: enquiry.owner_name, email: enquiry.owner });
  const chosen = owners.find((each) => each.id === change.owner);
  return {
    title,
    problems: [
      { field: "status", message: compare("Status", statusNames[enquiry.status], statusNames[change.status]) },
      { field: "owner", message: compare("Owner", owner, chosen ? formatColleague(chosen) : nobody) },
      ...(change.intent === "handle"
        ? []
        : [{ field: "note", message: change.note === "" ? "You wrote no note." : "Your note is not saved yet." }]),
      { message: "Save to set yours, or change it first." },
    ],
  };
}

function compare(name: string, now: string, yours: string): string {
  return now === yours ? `${name}: ${now}, as you chose.` : `${name}: now ${now}, yours ${yours}.`;
}

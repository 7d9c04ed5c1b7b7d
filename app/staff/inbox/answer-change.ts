import { data, redirect } from "react-router";
import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import { contactTopics } from "#app/content/contact-topics.ts";
import { formatColleague } from "#app/shared/format-colleague.ts";
import type { FormProblem } from "#app/ui/form-summary.tsx";
import {
  clearOfSpam,
  type EnquiryChange,
  eraseEnquiry,
  markAsSpam,
  saveHandling,
  sendAgain,
} from "#worker/contact/change-enquiry.ts";
import { isEnquiryId, mayOwnEnquiries, readEnquiry } from "#worker/contact/read-enquiry.ts";
import { openDb } from "#worker/db/client.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import type { EnquiryStatus } from "#worker/db/contact-tables.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { HeaderError } from "#worker/email/header.ts";
import { BodyTooLargeError, ConflictError, NotFoundError, UnsupportedBodyError } from "#worker/lib/errors.ts";
import { readForm } from "#worker/lib/read-form.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { longestNote, nobody, statusNames } from "./names.ts";

/** Control characters except tab and line feed. SQLite takes the first NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F]/g;
const version = z.coerce.number().int().min(1);
const statuses = Object.keys(statusNames) as EnquiryStatus[];
const changeSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    version,
    status: z.enum(statuses),
    owner: z.union([z.literal(nobody), z.uuid()]),
    note: z.string().transform((text) => text.replaceAll("\r\n", "\n").replace(unprintable, "").trim()),
  }),
  z.object({ intent: z.enum(["spam", "not-spam", "erase"]), version }),
  z.object({ intent: z.literal("send-again"), mail: z.uuid() }),
]);

type Change = z.infer<typeof changeSchema>;

/** Why a change was refused, and the values of the form. */
export interface Refusal {
  title: string;
  problems: FormProblem[];
  typed: { status: EnquiryStatus; owner: string; note: string } | null;
}

interface Posted {
  request: Request;
  id: string;
  actor: string;
  mayErase: boolean;
  scope: RequestScope;
}

/**
 * Makes the change that a posted form asks for and redirects to the page, or returns why it was refused, with the
 * values of the form.
 */
export async function answerChange({ request, id, actor, mayErase, scope }: Posted) {
  const change = changeSchema.safeParse(await readForm(request).catch(refuseBody)).data;
  if (!change) throw data(null, { status: 400, statusText: "Bad Request" });
  if (change.intent === "erase" && !mayErase) throw data(null, { status: 403, statusText: "Forbidden" });
  if (!isEnquiryId(id)) throw data(null, { status: 404, statusText: "Not Found" });
  const target = { id, actor: actor as UserId, scope };
  try {
    const refusal = await checkChange(change, target);
    if (refusal) return data(refusal, { status: 400 });
    return redirect(await makeChange(change, target), 303);
  } catch (error) {
    if (error instanceof NotFoundError) return data(refuse(change, "This enquiry is gone."), { status: 404 });
    if (error instanceof ConflictError) return data(await buildConflictRefusal(change, target, error), { status: 409 });
    if (error instanceof HeaderError) return data(buildUnmailableRefusal(error), { status: 400 });
    scope.log.error("enquiry not changed", error, { enquiryId: id, intent: change.intent });
    const title = "Nothing could be stored just now. What you filled in is still here: please try again in a minute.";
    return data(refuse(change, title), { status: 503 });
  }
}

/** None of our forms posts such a body, so the answer needs no page. */
function refuseBody(error: unknown): never {
  if (error instanceof UnsupportedBodyError) throw data(null, { status: 415, statusText: "Unsupported Media Type" });
  throw error instanceof BodyTooLargeError ? data(null, { status: 400, statusText: "Bad Request" }) : error;
}

function refuse(change: Change, title: string): Refusal {
  return { title, problems: [], typed: change.intent === "save" ? pickTyped(change) : null };
}

/** An address can be valid in the form and still not be allowed in a mail's header. */
function buildUnmailableRefusal(error: HeaderError): Refusal {
  return {
    title: "It stays in the spam folder, because no mail can be written about it.",
    problems: [{ message: error.message }],
    typed: null,
  };
}

type Target = Omit<EnquiryChange, "version">;

async function checkChange(change: Change, { id, scope }: Target): Promise<Refusal | null> {
  if (change.intent !== "save") return null;
  const problems: FormProblem[] = [];
  if (change.note.length > longestNote)
    problems.push({ field: "note", message: "Keep a note within 4,000 characters, or write two." });
  if (change.owner !== nobody && !(await mayOwnEnquiries(openDb(scope.env.DB), change.owner as UserId))) {
    const found = await readEnquiry(openDb(scope.env.DB), { id });
    if (found?.enquiry.owner_id !== change.owner)
      problems.push({ field: "owner", message: "This account cannot open the inbox. Choose another owner." });
  }
  if (problems.length === 0) return null;
  return { title: "Nothing has been saved yet.", problems, typed: pickTyped(change) };
}

/** Makes the change and returns where to go on. */
async function makeChange(change: Change, target: Target): Promise<string> {
  const page = `/marketing-admin/inbox/${target.id}`;
  if (change.intent === "send-again") {
    await sendAgain(target, change.mail as MailId);
    return `${page}?done=sent`;
  }
  const claimed = { ...target, version: change.version };
  if (change.intent === "save") {
    const owner = change.owner === nobody ? null : (change.owner as UserId);
    await saveHandling(claimed, { status: change.status, owner, note: change.note });
    return `${page}?done=saved`;
  }
  if (change.intent === "spam") {
    await markAsSpam(claimed);
    return `${page}?done=spam`;
  }
  if (change.intent === "not-spam") {
    const site = { name: brand.name, origin: target.scope.env.SITE_ORIGIN };
    await clearOfSpam(claimed, { topics: contactTopics, site });
    return `${page}?done=inbox`;
  }
  await eraseEnquiry(claimed);
  return "/marketing-admin/inbox?done=erased";
}

/** A refusal that tells both states: how the enquiry is now, and what the form would have set. */
async function buildConflictRefusal(change: Change, { id, scope }: Target, error: ConflictError): Promise<Refusal> {
  if (change.intent !== "save")
    return {
      title: error.message,
      problems: [{ message: "This is how it stands now. Nothing has been done: ask again if it still should be." }],
      typed: null,
    };
  const conflict = "Somebody changed this enquiry while you had it open. What you filled in is still here.";
  const found = await readEnquiry(openDb(scope.env.DB), { id }).catch((failure: unknown) => {
    scope.log.error("enquiry not read after a conflict", failure, { enquiryId: id });
  });
  if (found === undefined) return refuse(change, conflict);
  if (!found) return refuse(change, "This enquiry is gone.");
  const { enquiry, owners } = found;
  const owner = enquiry.owner === null ? nobody : formatColleague({ name: enquiry.owner_name, email: enquiry.owner });
  const chosen = owners.find((each) => each.id === change.owner);
  return {
    title: conflict,
    problems: [
      { field: "status", message: compare("Status", statusNames[enquiry.status], statusNames[change.status]) },
      { field: "owner", message: compare("Owner", owner, chosen ? formatColleague(chosen) : nobody) },
      { field: "note", message: change.note === "" ? "You wrote no note." : "Your note is not saved yet." },
      { message: "Save again to set yours, or change it first." },
    ],
    typed: pickTyped(change),
  };
}

function compare(name: string, now: string, yours: string): string {
  return now === yours ? `${name}: ${now}, as you chose.` : `${name}: now ${now}, yours ${yours}.`;
}

function pickTyped({ status, owner, note }: Extract<Change, { intent: "save" }>): NonNullable<Refusal["typed"]> {
  return { status, owner, note };
}

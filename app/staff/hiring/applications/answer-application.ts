import { data } from "react-router";
import { z } from "zod";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { explainRefusal, refuseForm } from "#app/staff/lists/list-outcome.ts";
import { askToKeep } from "#worker/hiring/applications/keep/ask-to-keep.ts";
import { mergeCandidates, partCandidates } from "#worker/hiring/applications/merge-candidates.ts";
import { writeNote } from "#worker/hiring/applications/notes.ts";
import { readCandidateOf } from "#worker/hiring/applications/read-standings.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { askForTextAgain } from "#worker/hiring/applications/text/for-staff.ts";
import type { ApplicationFileId, ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { answerApplications } from "./answer-applications.ts";
import { answerMails, offerRejection } from "#app/staff/hiring/mails/answer-mails.ts";
import { answerInterviews } from "#app/staff/hiring/interviews/answer-interviews.ts";
import { noteSaved } from "./note-saved.ts";

/** Control characters except tab and line feed. SQLite takes the first NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F]/g;
const person = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
const undo = z.templateLiteral([z.enum(["part", "merge"]), ":", z.uuid(), ":", z.number().int().min(1)]);

interface Answer {
  outcome: ListOutcomeWords;
  refusedView: null;
  /** What was written in a note that is not stored. */
  note: string;
}

/**
 * Answers the forms of the page of one application: `do` says `note` (fields `note`, `mention`), `merge` and `part` (field
 * `candidate`, `id:version`), `ask-keep`, `undo` of these two, what the panels of mails and interviews do, or whatever the list
 * does, to this one row.
 */
export async function answerApplication(id: ApplicationId, fields: URLSearchParams, target: ListTarget) {
  const todo = fields.get("do");
  const back = undo.safeParse(fields.get("undo")).data;
  const mail = answerMails(id, fields, target);
  if (mail) return mail;
  const met = await answerInterviews(id, fields, target);
  if (met) return met;
  if (todo === "note") return noteIt(id, fields, target);
  if (todo === "text") return readAgain(fields, target);
  if (todo === "ask-keep") return askCandidate(id, target);
  if (todo === "merge" || todo === "part") return changePerson(id, todo, fields.get("candidate") ?? "", target);
  if (todo === "undo" && back) {
    const [what = "", ...rest] = back.split(":");
    return changePerson(id, what === "part" ? "part" : "merge", rest.join(":"), target, { isUndo: true });
  }
  // A form of this page is about this application, whatever it says.
  const rows = [...fields.getAll("row"), ...fields.getAll("undo")];
  if (rows.some((row) => !row.startsWith(`${id}:`))) throw refuseForm();
  const answered = await answerApplications(fields, target);
  const { outcome } = answered.data;
  const writes = todo === "end" && fields.get("write") === "rejection" && fields.get("end")?.startsWith("rejected:");
  return writes && outcome?.done ? offerRejection(outcome, target) : answered;
}

async function noteIt(id: ApplicationId, fields: URLSearchParams, { actor, scope }: ListTarget) {
  const note = (fields.get("note") ?? "").replaceAll("\r\n", "\n").replace(unprintable, "").trim();
  const mentions = z.array(z.uuid()).max(20).safeParse(fields.getAll("mention").filter(Boolean)).data;
  if (!mentions) throw refuseForm();
  return attempt(
    async () => {
      await writeNote(
        openDb(scope.env.DB),
        { applicationId: id, actor, note, mentions: mentions as AccountId[] },
        scope,
      );
      return { done: noteSaved, undo: [] };
    },
    { what: "Your note", note, scope },
  );
}

async function readAgain(fields: URLSearchParams, { actor, scope }: ListTarget) {
  const fileId = z.uuid().safeParse(fields.get("file")).data;
  if (fileId === undefined) throw refuseForm();
  return attempt(
    async () => {
      await askForTextAgain(openDb(scope.env.DB), { fileId: fileId as ApplicationFileId, actor }, scope);
      return { done: "The text of the file is being read.", undo: [] };
    },
    { what: "The text", note: "", scope },
  );
}

async function askCandidate(id: ApplicationId, { actor, scope }: ListTarget) {
  return attempt(
    async () => {
      await askToKeep(openDb(scope.env.DB), { id, actor }, scope);
      return { done: "The candidate is asked by mail.", undo: [] };
    },
    { what: "The candidate was not asked", note: "", scope },
  );
}

async function changePerson(
  id: ApplicationId,
  what: "merge" | "part",
  text: string,
  { actor, scope }: ListTarget,
  { isUndo = false } = {},
) {
  const asked = person.safeParse(text).data;
  if (!asked) throw refuseForm();
  const [candidate = "", version = ""] = asked.split(":");
  const known = { id: candidate as CandidateId, version: Number(version) };
  const db = openDb(scope.env.DB);
  return attempt(
    async () => {
      const change = { known, from: id, actor };
      if (what === "part") {
        await partCandidates(db, change, scope);
        const undo = isUndo ? [] : [`merge:${known.id}:${known.version + 1}`];
        return { done: "They are two people again.", undo };
      }
      const into = await readCandidateOf(db, id);
      if (into === undefined) throw new NotFoundError();
      await mergeCandidates(db, { ...change, into }, scope);
      const undo = isUndo ? [] : [`part:${known.id}:${known.version + 1}`];
      return { done: "They are one person now, with all applications.", undo };
    },
    { what: "Nothing was done", note: "", scope },
  );
}

async function attempt(
  change: () => Promise<{ done: string; undo: string[] }>,
  { what, note, scope }: { what: string; note: string; scope: ListTarget["scope"] },
) {
  try {
    const { done, undo } = await change();
    return answer({ done, refused: [], undo }, { status: 200, note: "" });
  } catch (error) {
    const { why, status } = explainRefusal(error);
    if (status >= 500) scope.log.error("application not changed", error);
    return answer({ done: null, refused: [{ name: what, why }], undo: [] }, { status, note });
  }
}

function answer(outcome: ListOutcomeWords, { status, note }: { status: number; note: string }) {
  return data<Answer>({ outcome, refusedView: null, note }, { status });
}

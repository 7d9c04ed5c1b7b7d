import { data } from "react-router";
import { z } from "zod";
import { readZonedTime } from "#shared/dates/zoned-time.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { explainRefusal, refuseForm } from "#app/staff/lists/list-outcome.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { changeInterview, closeInterview, type InterviewChange } from "#worker/hiring/interviews/change-interview.ts";
import { proposeInterview } from "#worker/hiring/interviews/propose-interview.ts";
import { saveScorecard } from "#worker/hiring/interviews/scorecards.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { readScorecard } from "./read-scorecard.ts";
import type { Refused, TypedInterview } from "./refused.ts";

const todos = ["propose", "change", "held", "missed", "cancelled"] as const;
const known = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);

interface Answer {
  outcome: ListOutcomeWords;
  refusedView: null;
  refused: Refused;
}

/**
 * Answers the forms about interviews and scorecards: `do` says `interview:propose`, `interview:change` and so on (field
 * `interview`, `id:version`, but for a new one), or `scorecard:save` and `scorecard:send` (field `version`). Null for other
 * forms.
 */
export async function answerInterviews(id: ApplicationId, fields: URLSearchParams, target: ListTarget) {
  const [subject, todo = ""] = (fields.get("do") ?? "").split(":");
  if (subject === "interview") return answerInterview(id, todo, fields, target);
  if (subject === "scorecard" && (todo === "save" || todo === "send"))
    return answerScorecard(id, fields, { ...target, isSent: todo === "send" });
  return null;
}

const done = {
  propose: "The times are proposed. A mail to the candidate follows.",
  book: "The interview is booked. Mails with files for calendars follow.",
  change: "The interview is changed. Mails about it follow.",
  held: "The interview was held.",
  missed: "It is noted that the candidate did not come.",
  cancelled: "The interview is cancelled. Mails about it follow.",
};

async function answerInterview(id: ApplicationId, text: string, fields: URLSearchParams, { actor, scope }: ListTarget) {
  const todo = z.enum(todos).safeParse(text).data;
  const which = known.safeParse(fields.get("interview")).data?.split(":");
  if (!todo || (todo !== "propose" && !which)) throw refuseForm();
  const db = openDb(scope.env.DB);
  const change: InterviewChange = {
    known: { id: (which?.[0] ?? "") as InterviewId, version: Number(which?.[1]) },
    applicationId: id,
    actor,
  };
  if (todo !== "propose" && todo !== "change") {
    const close = async () => {
      await closeInterview(db, { ...change, outcome: todo }, scope);
      return done[todo];
    };
    return attempt(close, { what: "The interview", scope, refuse: () => ({}) });
  }
  const typed = readInterview(fields);
  const store = async () => {
    const input = toInput(typed);
    if (todo === "change") await changeInterview(db, { ...change, input }, scope);
    else await proposeInterview(db, { applicationId: id, actor, input }, scope);
    return todo === "change" ? done.change : done[typed.isBooked ? "book" : "propose"];
  };
  const refuse = (faults: Record<string, string>): Refused => ({
    interview: { id: which?.[0] ?? "", typed, faults: nameTimes(faults) },
  });
  return attempt(store, { what: "The interview is not stored", scope, refuse });
}

function readInterview(fields: URLSearchParams): TypedInterview {
  const zones = fields.getAll("time-zone");
  return {
    kind: fields.get("kind") ?? "",
    place: fields.get("place") ?? "",
    minutes: fields.get("minutes") ?? "",
    message: fields.get("message") ?? "",
    times: fields
      .getAll("time")
      .map((local, at) => ({ local, zone: zones[at] ?? "UTC" }))
      .filter(({ local }) => local !== ""),
    interviewers: fields.getAll("interviewer").filter(Boolean),
    isBooked: fields.get("booked") === "on",
  };
}

/** @throws {InvalidInputError} for a time that no clock shows in that form */
function toInput({ times, minutes, ...same }: TypedInterview) {
  const instants = times.map(({ local, zone }) => readZonedTime(local, zone));
  if (instants.includes(null)) throw new InvalidInputError({ times: ["A day or a time is not complete."] });
  return {
    ...same,
    minutes: Number(minutes),
    zone: times[0]?.zone ?? "UTC",
    times: instants.flatMap((instant) => instant?.at ?? []),
  };
}

/** The faults of single times and interviewers stand at their list. */
function nameTimes(faults: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field.replace(/\[[^]*$/, ""), fault]));
}

async function answerScorecard(
  id: ApplicationId,
  fields: URLSearchParams,
  { actor, scope, isSent }: ListTarget & { isSent: boolean },
) {
  const version = z.coerce.number().int().min(0).safeParse(fields.get("version")).data;
  if (version === undefined || fields.getAll("criterion").length > 100) throw refuseForm();
  const typed = readScorecard(fields);
  const db = openDb(scope.env.DB);
  const store = async () => {
    const what = await saveScorecard(db, { applicationId: id, actor, version, input: typed, isSent }, scope);
    return {
      saved: "The draft is saved. Nobody else sees it.",
      sent: "Your scorecard is sent.",
      corrected: "Your scorecard is corrected.",
    }[what];
  };
  return attempt(store, {
    what: "Your scorecard is not saved",
    scope,
    refuse: (faults) => ({ scorecard: { typed, faults } }),
  });
}

interface Attempt {
  what: string;
  scope: ListTarget["scope"];
  refuse: (faults: Record<string, string>) => Refused;
}

async function attempt(change: () => Promise<string>, { what, scope, refuse }: Attempt) {
  try {
    const outcome = { done: await change(), refused: [], undo: [] };
    return data<Answer>({ outcome, refusedView: null, refused: {} }, { status: 200 });
  } catch (error) {
    const { why, status, fields } = explainRefusal(error);
    if (status >= 500) scope.log.error("interview not changed", error);
    const faults = Object.fromEntries(Object.entries(fields).map(([field, all]) => [field, all.join(" ")]));
    const outcome = { done: null, refused: [{ name: what, why }], undo: [] };
    return data<Answer>({ outcome, refusedView: null, refused: refuse(faults) }, { status });
  }
}

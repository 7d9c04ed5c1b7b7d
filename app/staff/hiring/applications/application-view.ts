import { fileWarningWords } from "#shared/hiring/application-files.ts";
import { formatColleague, formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { formatDayIn } from "#shared/dates/format-day.ts";
import { endReasons, firstStage, isEnding, mayMove, nameStage, readStages } from "#shared/hiring/hiring-stages.ts";
import type { Answer } from "#shared/hiring/screening.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { AnswerRow, FileRow, ReadApplication } from "#worker/hiring/review/read-application.ts";
import { describeScan, mayBeServed } from "#worker/hiring/applications/text/for-staff.ts";
import { showAddress } from "#worker/lib/text/show-address.ts";
import { nameSource, nameStageOf, nobody, toColleagues } from "./applications-list.ts";
import { countDays, daysUntilLate } from "./days.ts";
import { markApplication } from "./mark-application.ts";
import { toMailsView } from "#app/staff/hiring/mails/mail-view.ts";
import { toInterviewView, toScorecardsView } from "#app/staff/hiring/interviews/interview-view.ts";
import { toKeepingView } from "./keeping/keeping-view.ts";
import { writeHistory } from "./write-history.ts";

export type ApplicationView = ReturnType<typeof toApplicationView>;

interface Shown {
  reader: string;
  at: number;
  locale: string;
  hasScanner: boolean;
  /** The reader may set and release legal holds. */
  mayHold: boolean;
  /** Kind of the template that a mail begins with. */
  write?: string | null;
  /** What the list was searched by that the page was opened from. */
  words?: string;
}

/** The data of the page of one application, for `reader`, at the instant `at`. */
export function toApplicationView(
  found: ReadApplication,
  { reader, at, locale, hasScanner, mayHold, write = null, words = "" }: Shown,
) {
  const { application: row, neighbours } = found;
  const answers = found.answers.map((each) => ({ ...each, text: writeAnswer(each, found.files) }));
  const stages = readStages(row.stages);
  const days = countDays(row.stage_since, at);
  const readers = toColleagues(found.readers);
  const at0 = stages.findIndex(({ key }) => key === row.stage);
  const ending = isEnding(row.stage) ? row.stage : null;
  const reasons: Record<string, string> = ending ? endReasons[ending] : {};
  const isFormer = row.assignee_id !== null && !readers.some(({ id }) => id === row.assignee_id);
  return {
    id: row.id as string,
    version: row.version,
    sortValue: found.sortValue,
    name: row.name,
    email: showAddress(row.email),
    phone: row.phone,
    place: row.place,
    links: (JSON.parse(row.links) as string[]).filter((link) => /^https?:\/\//i.test(link)),
    coverNote: row.cover_note,
    resumeText: row.resume_text,
    job: row.job,
    openingSlug: row.job_slug,
    openingId: row.opening_id as string | null,
    isDemo: row.is_demo === 1,
    source: nameSource(row.source),
    referrer: row.referrer,
    received: toInstant(row.received_at, locale),
    receivedDay: formatDayIn(row.received_at, locale),
    keepUntil: row.keep_until === null ? null : formatDayIn(row.keep_until, locale),
    stage: row.stage,
    stageName: nameStage(stages, row.stage),
    days,
    isLate: ending === null && row.stage !== "hired" && days > daysUntilLate,
    rail: stages.map(({ key, name }, place) => ({ key, name, isPassed: ending === null && place < at0 })),
    /** Where it may go from here, the next stage first. */
    moves: stages
      .map(({ key, name }, place) => ({ key, name, place }))
      .filter(({ key }) => mayMove(stages, row.stage, key))
      .toSorted((a, b) => Number(a.place < at0) - Number(b.place < at0) || a.place - b.place)
      .map(({ key, name }) => ({ key, name })),
    mayEnd: mayMove(stages, row.stage, "rejected"),
    ended: ending && { reason: reasons[row.end_reason ?? ""] ?? row.end_reason ?? "", note: row.end_note },
    flags: JSON.parse(row.flags) as string[],
    tags: found.tags,
    assignee: row.assignee_id ?? nobody,
    assignees: [
      { value: nobody, name: "Nobody" },
      { value: reader, name: "Me" },
      ...readers.filter(({ id }) => id !== reader).map(({ id, name }) => ({ value: id, name })),
      ...(isFormer
        ? [{ value: row.assignee_id ?? "", name: formatColleague({ name: row.assignee_name, email: row.assignee }) }]
        : []),
    ],
    answers,
    marks: markApplication(
      found,
      answers.map(({ text }) => text),
      words,
    ),
    files: found.files.map((file) => toFile(file, { locale, hasScanner })),
    notes: found.notes.map(({ id, note, writtenAt, email, name }) => ({
      id,
      note,
      author: formatColleague({ name, email }),
      written: toInstant(writtenAt, locale),
    })),
    interviews: found.interviews.map((interview) => toInterviewView(interview, { at, locale })),
    scorecards: toScorecardsView(found.scorecards, {
      locale,
      isAsked: row.assignee_id === reader && ending === null && row.stage !== firstStage,
    }),
    reader: { value: reader, name: readers.find(({ id }) => id === reader)?.name ?? "Me" },
    history: found.history.map((line) => ({
      id: line.id,
      who: line.hasActor === 1 ? formatColleagueShort(line) : null,
      what: writeHistory(line, row.stages),
      at: toInstant(line.at, locale),
    })),
    /** The history says itself when it was received. */
    hasReceipt: found.history.some(({ kind }) => kind === "received"),
    mails: toMailsView(found, { reader, at, locale, stages, write }),
    colleagues: readers.filter(({ id }) => id !== reader).map(({ id, name }) => ({ value: id, name })),
    ...splitOthers(found, locale),
    keeping: toKeepingView(found, { at, locale, mayHold }),
    neighbours,
  };
}

function toFile(file: FileRow, { locale, hasScanner }: { locale: string; hasScanner: boolean }) {
  const { id, purpose, name, type, bytes, warnings, receivedAt, scan, scanFound, text, textError } = file;
  const isBig = bytes >= 1e6;
  const size = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isBig ? "megabyte" : "kilobyte",
    maximumFractionDigits: isBig ? 1 : 0,
  }).format(isBig ? bytes / 1e6 : Math.max(1, Math.round(bytes / 1e3)));
  return {
    id: id as string,
    purpose,
    name,
    size,
    /** How a browser shows it: PDFs as pages, others as their text; null where they have none yet. */
    shownAs: type === "application/pdf" ? "pages" : text === "done" || type === "text/plain" ? "text" : null,
    warnings: warnings.map((warning) => fileWarningWords[warning]),
    received: toInstant(receivedAt, locale),
    scan: describeScan({ scan_state: scan, scan_found: scanFound }, { hasScanner }),
    isServed: mayBeServed({ scan_state: scan }),
    text,
    textError: textError ?? "",
  };
}

export type FileView = ReturnType<typeof toFile>;

function writeAnswer({ kind, answer }: AnswerRow, files: readonly FileRow[]): string {
  if (kind === "file") return files.find(({ id }) => id === answer)?.name ?? "A file that is gone";
  return formatAnswer(answer);
}

function formatAnswer(answer: Answer): string {
  if (answer === null || answer === "") return "No answer";
  if (typeof answer === "boolean") return answer ? "Yes" : "No";
  return Array.isArray(answer) ? answer.join(", ") : String(answer);
}

/** Other applications of the person, and people who may be the same, each once. */
function splitOthers({ others, application }: ReadApplication, locale: string) {
  const toOther = (each: (typeof others)[number]) => ({
    id: each.id as string,
    name: each.name,
    email: each.email,
    job: each.job ?? "No role",
    stageName: nameStageOf(each.stages, each.stage),
    received: toInstant(each.received_at, locale),
    how: each.how,
    candidate: `${each.candidate_id}:${each.candidate_version}`,
    /** The row to part from this person, where two were put together. */
    parts:
      each.merged_into === application.candidate_id && each.address_id !== application.candidate_id
        ? `${each.address_id}:${each.address_version}`
        : null,
  });
  const same = others.filter(({ how }) => how === "same").map(toOther);
  const maybe = others.filter(({ how }) => how !== "same");
  const people = maybe.filter(
    (each, at) => maybe.findIndex(({ candidate_id }) => candidate_id === each.candidate_id) === at,
  );
  return { others: same, duplicates: people.map(toOther) };
}

import { sql } from "kysely";
import { hasName, hasPhone } from "#worker/hiring/applications/find-duplicates.ts";
import type { FileWarning } from "#shared/hiring/application-files.ts";
import type { Answer, QuestionKind } from "#shared/hiring/screening.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { TextState } from "#worker/db/application-texts-tables.ts";
import type {
  ApplicationFileId,
  ApplicationId,
  CandidateId,
  FilePurpose,
  ScanState,
} from "#worker/db/applications-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { selectTemplateChoices } from "#worker/hiring/mails/templates.ts";
import { selectThread, type TemplateChoice, type ThreadRow } from "#worker/hiring/mails/thread.ts";
import { selectTroubledMails, type TroubledRow } from "#worker/hiring/mails/troubled-mails.ts";
import { selectReaders } from "#worker/hiring/applications/assign-application.ts";
import {
  interviewsAsJson,
  type InterviewRow,
  type ScorecardRows,
  scorecardsAsJson,
} from "#worker/hiring/interviews/for-application.ts";
import { readKeeping, selectKeeping } from "#worker/hiring/applications/keep/keep-question.ts";
import { orderApplications } from "#worker/hiring/applications/list-applications.ts";
import { type Around, readNeighbours } from "#worker/hiring/applications/read-neighbours.ts";
import { selectFileTexts } from "#worker/hiring/applications/text/highlight.ts";

export type ReadApplication = NonNullable<Awaited<ReturnType<typeof readApplication>>>;

export interface AnswerRow {
  kind: QuestionKind;
  label: string;
  answer: Answer;
  isFlagged: 0 | 1;
}

export interface FileRow {
  id: ApplicationFileId;
  purpose: FilePurpose;
  name: string;
  type: string;
  bytes: number;
  warnings: FileWarning[];
  receivedAt: number;
  scan: ScanState;
  /** What the scanner calls it. */
  scanFound: string;
  text: TextState;
  /** Why there is no text; null where there is one, or it waits. */
  textError: string | null;
}

interface NoteRow {
  id: string;
  note: string;
  writtenAt: number;
  email: string | null;
  name: string | null;
}

export interface HistoryRow {
  id: string;
  at: number;
  kind: string;
  detail: Record<string, unknown>;
  email: string | null;
  name: string | null;
  hasActor: 0 | 1;
}

const historyAtMost = 100;

/**
 * One application with answers, files, notes and history; the other applications of the person, and people who may be the
 * same; the colleagues who may be assigned; its neighbours. Four queries in two trips. Null when there is none, and when the
 * candidate has withdrawn it and a legal hold keeps it, but for who `mayHold`. Of the templates of mails only those of the
 * kind `write` come with their texts.
 */
export async function readApplication(
  db: Db,
  {
    id,
    reader,
    around,
    mayHold = false,
    write = null,
  }: { id: ApplicationId; reader: AccountId; around: Around; mayHold?: boolean; write?: string | null },
) {
  const found = selectApplication(db, { id, reader, around, write });
  const others = selectOthers(db, id);
  const readers = selectReaders(db);
  const results = await runBatch(db, [found, others, readers]);
  const [row] = readRows(found, results[0]);
  if (!row || (row.sealed_at !== null && !mayHold)) return null;
  const {
    answers,
    files,
    keeping,
    notes,
    history,
    tags,
    sort_value,
    texts,
    interviews,
    scorecards,
    mails,
    troubled,
    mail_templates,
    ...application
  } = row;
  return {
    application,
    answers: JSON.parse(answers) as AnswerRow[],
    files: JSON.parse(files) as FileRow[],
    notes: JSON.parse(notes) as NoteRow[],
    history: JSON.parse(history) as HistoryRow[],
    tags: JSON.parse(tags) as string[],
    /** What was read from its files, where the list is searched. */
    texts: JSON.parse(texts) as string[],
    mails: JSON.parse(mails) as ThreadRow[],
    troubled: JSON.parse(troubled) as TroubledRow[],
    mailTemplates: JSON.parse(mail_templates) as TemplateChoice[],
    interviews: JSON.parse(interviews) as InterviewRow[],
    scorecards: JSON.parse(scorecards) as ScorecardRows,
    keeping: readKeeping(keeping),
    others: readRows(others, results[1]),
    readers: readRows(readers, results[2]),
    sortValue: String(sort_value),
    neighbours: await readNeighbours(db, around, { side: "after", id, value: String(sort_value) }),
  };
}

function selectApplication(
  db: Db,
  {
    id,
    reader,
    around,
    write,
  }: { id: ApplicationId; reader: AccountId; around: Pick<Around, "sort" | "filter">; write: string | null },
) {
  return db
    .selectFrom("applications")
    .innerJoin("candidates", "candidates.id", "applications.candidate_id")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .leftJoin("accounts", "accounts.id", "applications.assignee_id")
    .selectAll("applications")
    .select([
      "openings.title as job",
      "openings.slug as job_slug",
      "openings.stages",
      "accounts.email as assignee",
      "accounts.name as assignee_name",
      orderApplications(around.sort, null).column.value.as("sort_value"),
      sql<string>`(select json_group_array(json_object('kind', kind, 'label', label, 'answer', json(answer),
        'isFlagged', is_flagged) order by position)
        from application_answers where application_id = applications.id)`.as("answers"),
      sql<string>`(select json_group_array(json_object('id', id, 'purpose', purpose, 'name', name, 'type', type,
        'bytes', bytes, 'warnings', json(warnings), 'receivedAt', received_at, 'scan', scan_state,
        'scanFound', scan_found, 'text', coalesce(state, 'waiting'), 'textError', last_error) order by received_at, id)
        from application_files left join application_texts on file_id = id
        where application_files.application_id = applications.id)`.as("files"),
      sql<string>`(select json_group_array(json_object('id', application_notes.id, 'note', note, 'writtenAt', written_at,
        'email', author.email, 'name', author.name) order by written_at, application_notes.id)
        from application_notes left join accounts as author on author.id = author_id
        where application_id = applications.id)`.as("notes"),
      sql<string>`(select json_group_array(json(line)) from (
        select json_object('id', application_history.id, 'at', at, 'kind', kind, 'detail', json(detail),
          'email', actor.email, 'name', actor.name, 'hasActor', actor_id is not null) as line
        from application_history left join accounts as actor on actor.id = actor_id
        where application_id = applications.id order by at desc, application_history.id desc
        limit ${historyAtMost}))`.as("history"),
      sql<string>`(select json_group_array(tag order by tag) from application_tags
        where application_id = applications.id)`.as("tags"),
      selectFileTexts(around.filter.words).as("texts"),
      selectThread().as("mails"),
      selectTroubledMails().as("troubled"),
      selectTemplateChoices(write).as("mail_templates"),
      interviewsAsJson.as("interviews"),
      scorecardsAsJson(reader).as("scorecards"),
      selectKeeping.as("keeping"),
      // Somebody has named the reader since they opened it last.
      sql<0 | 1>`exists (select 1 from application_mentions
        where account_id = ${reader} and application_id = applications.id and seen_at is null)`.as("is_mentioned"),
    ])
    .where("applications.id", "=", id);
}

/**
 * The other applications of the person (`how` is "same"), of rows that were put into theirs, and of people with the same
 * name or telephone, who may be the same: the newest 20 of each.
 */
function selectOthers(db: Db, id: ApplicationId) {
  const own = db
    .selectFrom("applications as own")
    .select(["own.id", "own.candidate_id", "own.name", "own.phone"])
    .where("own.id", "=", id);
  const others = (how: "same" | "name" | "phone") =>
    db
      .selectFrom("applications as other")
      .innerJoin(own.as("own"), (join) => join.onTrue())
      .select(["other.id", sql<"same" | "name" | "phone">`${sql.lit(how)}`.as("how")])
      .where("other.id", "<>", id)
      .where("other.sealed_at", "is", null)
      .orderBy("other.received_at", "desc")
      .limit(20);
  const ids = sql<{ id: ApplicationId; how: "same" | "name" | "phone" }>`(
    select * from ${others("same").where(sql<boolean>`other.candidate_id = own.candidate_id`)}
    union all select * from ${others("name")
      .where(hasName("other", { name: sql`own.name`, of: sql`own.id` }))
      .where(differs)}
    union all select * from ${others("phone")
      .where(hasPhone("other", sql`own.phone`))
      .where(differs)})`;
  return db
    .selectFrom(ids.as("beside"))
    .innerJoin("applications as other", "other.id", "beside.id")
    .innerJoin("candidates", "candidates.id", "other.candidate_id")
    .leftJoin("candidates as address", "address.email", "other.email")
    .leftJoin("openings", "openings.id", "other.opening_id")
    .select([
      "beside.how",
      "other.id",
      "other.name",
      "other.email",
      "other.stage",
      "other.received_at",
      "other.candidate_id",
      "candidates.version as candidate_version",
      // The row of its own address, where that was put into the person's.
      "address.id as address_id",
      "address.version as address_version",
      "address.merged_into",
      "openings.title as job",
      "openings.stages",
    ])
    .$narrowType<{ address_id: CandidateId | null }>()
    .orderBy("other.received_at", "desc");
}

const differs = sql<boolean>`other.candidate_id <> own.candidate_id`;

/** True for a text that the id of a row could be. */
export function isRowId<Id extends string>(text: string): text is Id {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

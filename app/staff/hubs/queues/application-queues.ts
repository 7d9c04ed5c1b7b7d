import { sql } from "kysely";
import { readDayAround } from "#shared/dates/zoned-days.ts";
import { answerApplication } from "#app/staff/hiring/applications/answer-application.ts";
import { answerApplications } from "#app/staff/hiring/applications/answer-applications.ts";
import {
  applicationsList,
  type ApplicationsState,
  nobody,
  toApplicationFilter,
} from "#app/staff/hiring/applications/applications-list.ts";
import { daysUntilLate } from "#app/staff/hiring/applications/days.ts";
import { page } from "#app/staff/hiring/applications/page.ts";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { readOrder } from "#app/staff/lists/define-bulk.ts";
import { filterApplications } from "#worker/hiring/applications/filter-applications.ts";
import { orderApplications } from "#worker/hiring/applications/list-applications.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { selectPage } from "#worker/db/list-page.ts";
import { selectInterviewsWithin } from "#worker/hiring/applications/count-interviews.ts";
import {
  buildQueueState,
  type HubSource,
  planQueue,
  type QueueAction,
  shownItems,
  tellAge,
  tellTime,
} from "./queue.ts";

interface ApplicationQueue {
  key: string;
  title: string;
  isUrgent?: boolean;
  filters: Partial<ApplicationsState["filters"]>;
  /** Those longest in their stage first; else those that came first. */
  isByStage?: boolean;
}

const queues: readonly ApplicationQueue[] = [
  { key: "unopened", title: "Applications nobody has opened", filters: { opened: "no" } },
  { key: "mentions", title: "Applications in which you are named", filters: { stage: "any", mentions: "mine" } },
  { key: "interviews", title: "Your interviews today", filters: { stage: "any", interview: "today" } },
  { key: "mine", title: "Your applications", filters: { assignee: "mine" }, isByStage: true },
  { key: "ahead", title: "Interviews that you are to hold", filters: { interview: "mine" } },
  { key: "picks", title: "Candidates who have yet to pick a time", filters: { interview: "waiting" } },
  { key: "declined", title: "Candidates who need another time", filters: { interview: "declined" } },
  { key: "unassigned", title: "Applications without an assignee", filters: { assignee: nobody } },
  {
    key: "late",
    title: `Applications in one stage for more than ${daysUntilLate} days`,
    isUrgent: true,
    filters: { days: "late" },
    isByStage: true,
  },
  { key: "flagged", title: "Applications with an answer to look at", filters: { flag: "flagged" } },
  { key: "files", title: "Documents not read or not scanned", isUrgent: true, filters: { files: "failed" } },
  {
    key: "mails",
    title: "Applications with a mail that failed",
    isUrgent: true,
    filters: { stage: "any", mail: "failed" },
  },
];

/** Applications that wait. Only who may read applications gets anything of this source, numbers included. */
export const applicationQueues: HubSource = {
  id: applicationsList.id,
  needs: { read: page.permission, write: "applications.change" },
  plan: (db, reader) =>
    queues.map(({ filters, isByStage = false, ...words }) => {
      const sort = isByStage
        ? ({ by: "days", direction: "desc" } as const)
        : ({ by: "received", direction: "asc" } as const);
      const { state, query, to } = buildQueueState(applicationsList, filters, sort);
      const found = filterApplications(
        db,
        toApplicationFilter(state, { reader: reader.id, at: reader.at, timeZone: reader.zone }),
      );
      const today = readDayAround(reader.at, reader.zone);
      // The next one of the reader's interviews of today, or the last where none is left.
      const meetsAt = sql<number | null>`(select starts_at from ${selectInterviewsWithin(db, reader.id, today)} as met
        where met.application_id = applications.id order by starts_at < ${reader.at}, starts_at limit 1)`;
      const file = sql<string | null>`(select file_id from application_texts
        where application_id = applications.id and state = 'failed' limit 1)`;
      const items = found
        .leftJoin("openings", "openings.id", "applications.opening_id")
        .select([
          "applications.id",
          "applications.version",
          "applications.name",
          "applications.assignee_id",
          "applications.received_at",
          "applications.stage_since",
          "openings.title as job",
          file.as("file"),
          (words.key === "interviews" ? meetsAt : sql<number | null>`null`).as("meets_at"),
        ]);
      return planQueue(db, {
        ...words,
        to,
        count: found.select(({ fn }) => fn.countAll<number>().as("count")),
        items: selectPage(items, orderApplications(sort, null), shownItems),
        columns: ["id", "version", "name", "assignee_id", "received_at", "stage_since", "job", "file", "meets_at"],
        show: (row) => ({
          id: row.id,
          title: row.name,
          to: `${applicationsList.path}/${row.id}${query}`,
          who: row.job ?? "No role",
          time:
            row.meets_at === null
              ? tellAge(isByStage ? row.stage_since : row.received_at, reader)
              : tellTime("Interview", row.meets_at, reader),
          actions: listActions(words.key, { ...row, isMine: row.assignee_id === reader.id, reader: reader.id }),
        }),
      });
    }),
  answer: (fields, target) =>
    readOrder(fields).name === "text" ? readAgain(fields, target) : answerApplications(fields, target),
};

interface Row {
  id: string;
  version: number;
  file: string | null;
  isMine: boolean;
  reader: string;
}

function listActions(key: string, { id, version, file, isMine, reader }: Row): QueueAction[] {
  if (key === "files" && file !== null) return [{ keys: "r", name: "Read again", value: `text ${id}:${file}` }];
  if (isMine) return [];
  return [{ keys: "a", name: "Assign to me", value: `assign:${reader} ${id}:${version}` }];
}

/** Has the text of a document read again, as the page of its application does. */
function readAgain(fields: URLSearchParams, target: ListTarget) {
  const [id = "", file = ""] = (readOrder(fields).rows[0] ?? "").split(":");
  const form = new URLSearchParams({ do: "text", file });
  return answerApplication(id as ApplicationId, form, target);
}

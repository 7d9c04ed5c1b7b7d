import { z } from "zod";
import { answerBulk } from "#app/staff/enquiries/answer-bulk.ts";
import {
  daysUntilOverdue,
  enquiryList,
  type EnquiriesState,
  toEnquiryFilter,
} from "#app/staff/enquiries/enquiry-list.ts";
import { nobody } from "#app/staff/enquiries/names.ts";
import { page } from "#app/staff/enquiries/page.ts";
import type { ListTarget } from "#app/staff/lists/answer-list.ts";
import { readOrder } from "#app/staff/lists/define-bulk.ts";
import { answerOutcome, explainRefusal, refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import { sendAgain } from "#worker/enquiries/change-enquiry.ts";
import { filterEnquiries } from "#worker/enquiries/filter-enquiries.ts";
import { orderEnquiries } from "#worker/enquiries/list-enquiries.ts";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { selectPage } from "#worker/db/list-page.ts";
import { sql } from "kysely";
import { troubledStates } from "#worker/email/troubled.ts";
import { buildQueueState, type HubSource, planQueue, type QueueAction, shownItems, tellAge } from "./queue.ts";

interface EnquiryQueue {
  key: string;
  title: string;
  isUrgent?: boolean;
  filters: Partial<EnquiriesState["filters"]>;
}

const queues: readonly EnquiryQueue[] = [
  {
    key: "overdue",
    title: `Enquiries new for more than ${daysUntilOverdue} days`,
    isUrgent: true,
    filters: { status: "new", age: "overdue" },
  },
  { key: "new", title: "New enquiries", filters: { status: "new" } },
  { key: "mine", title: "Your enquiries", filters: { status: "unfinished", owner: "mine" } },
  { key: "unassigned", title: "Enquiries without an owner", filters: { status: "unfinished", owner: nobody } },
  { key: "unmailed", title: "Enquiries with a mail that failed", isUrgent: true, filters: { mail: "failed" } },
  { key: "spam", title: "Spam nobody has looked at", filters: { folder: "spam", status: "new" } },
];

/** Enquiries that wait. */
export const enquiryQueues: HubSource = {
  id: enquiryList.id,
  needs: { read: page.permission, write: "enquiries.change" },
  plan: (db, reader) =>
    queues.map(({ filters, ...words }) => {
      const { state, query, to } = buildQueueState(enquiryList, filters, { by: "received", direction: "asc" });
      const found = filterEnquiries(db, toEnquiryFilter(state, { reader: reader.id, at: reader.at }));
      const mail = sql<string | null>`(select id from outbox where subject_id = enquiries.id and withdrawn_at is null
        and html <> '' and state in (${sql.join(troubledStates.map((each) => sql.lit(each)))}) limit 1)`;
      const items = found.select([
        "enquiries.id",
        "enquiries.version",
        "enquiries.subject",
        "enquiries.name",
        "enquiries.company",
        "enquiries.owner_id",
        "enquiries.received_at",
        mail.as("mail"),
      ]);
      return planQueue(db, {
        ...words,
        to,
        count: found.select(({ fn }) => fn.countAll<number>().as("count")),
        items: selectPage(items, orderEnquiries(state.sort, null), shownItems),
        columns: ["id", "version", "subject", "name", "company", "owner_id", "received_at", "mail"],
        show: (row) => ({
          id: row.id,
          title: row.subject,
          to: `${enquiryList.path}/${row.id}${query}`,
          who: [row.name, row.company].filter(Boolean).join(", "),
          time: tellAge(row.received_at, reader),
          actions: listActions(words.key, { ...row, isMine: row.owner_id === reader.id, reader: reader.id }),
        }),
      });
    }),
  answer: (fields, target) =>
    readOrder(fields).name === "retry" ? retryMail(fields, target) : answerBulk(fields, target),
};

interface Row {
  id: string;
  version: number;
  mail: string | null;
  isMine: boolean;
  reader: string;
}

function listActions(key: string, { id, version, mail, isMine, reader }: Row): QueueAction[] {
  const row = `${id}:${version}`;
  if (key === "unmailed") return mail === null ? [] : [{ keys: "r", name: "Send again", value: `retry ${id}:${mail}` }];
  if (key === "spam") return [{ keys: "c", name: "Close", value: `status:closed ${row}` }];
  return isMine ? [] : [{ keys: "a", name: "Assign to me", value: `owner:${reader} ${row}` }];
}

const asked = z.templateLiteral([z.uuid(), ":", z.uuid()]);

/** Sends one mail about an enquiry again, as the enquiry's own page does. */
async function retryMail(fields: URLSearchParams, { actor, scope }: ListTarget) {
  const parsed = asked.safeParse(readOrder(fields).rows[0]).data;
  if (!parsed) throw refuseForm();
  const [id = "", mail = ""] = parsed.split(":");
  try {
    await sendAgain(openDb(scope.env.DB), { id: id as EnquiryId, actor, mail: mail as MailId }, scope);
    return answerOutcome({ done: "The mail is on its way again.", refused: [], undo: [] });
  } catch (error) {
    const { why, status } = explainRefusal(error);
    if (status >= 500) scope.log.error("mail not sent again", error, { mailId: mail });
    return refuseList("The mail was not sent", why, status);
  }
}

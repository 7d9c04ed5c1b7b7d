import { foldPeople } from "#worker/lib/text/search-people.ts";
import { sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { EnquiryFolder } from "#worker/db/enquiries-tables.ts";
import type { MailState } from "#worker/db/email-tables.ts";
import { countPage, type PageOrder, readPage, selectPage } from "#worker/db/list-page.ts";
import { troubledStates } from "#worker/email/troubled.ts";
import { enquirySorts, filterEnquiries, type EnquiryFilter, selectUnmailed } from "./filter-enquiries.ts";
import { selectOwners } from "./read-enquiry.ts";

export const enquiriesPerPage = 25;

/** What the inbox shows of one enquiry. */
export type ListedEnquiry = Awaited<ReturnType<typeof listEnquiries>>["rows"][number];

export interface EnquiryOrder {
  by: keyof typeof enquirySorts;
  direction: "asc" | "desc";
}

interface AskedPage {
  filter: EnquiryFilter;
  sort: EnquiryOrder;
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
}

/**
 * One page of the inbox with everything around it: the page, the figures, the accounts that may own an enquiry and what
 * the reader keeps about the list. Four queries in one round trip.
 */
export async function listEnquiries(db: Db, { filter, sort, cursor, reader, list }: AskedPage) {
  if (filter.words !== "") await foldPeople(db, "enquiries");
  const order = orderEnquiries(sort, cursor);
  const listed = selectEnquiries(db, { filter, order, size: enquiriesPerPage });
  const figures = countEnquiries(db, { filter, order, reader });
  const owners = selectOwners(db);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [listed, figures, owners, settings]);
  const { total, beyond, ...counts } = readRow(figures, results[1]);
  return {
    ...readPage(readRows(listed, results[0]), { total, beyond }, { cursor, size: enquiriesPerPage }),
    figures: counts,
    owners: readRows(owners, results[2]),
    settings: readSettings(readRow(settings, results[3])),
  };
}

/** The order `sort` of enquiries, from `cursor` on. */
export function orderEnquiries({ by, direction }: EnquiryOrder, cursor: ListCursor | null): PageOrder {
  return { column: enquirySorts[by], direction, id: "enquiries.id", cursor };
}

/** The query behind every list of enquiries. */
export function selectEnquiries(
  db: Db,
  { filter, order, size }: { filter: EnquiryFilter; order: PageOrder; size: number },
) {
  const found = filterEnquiries(db, filter)
    .leftJoin("accounts", "accounts.id", "enquiries.owner_id")
    .select([
      "enquiries.id",
      "enquiries.received_at",
      "enquiries.name",
      "enquiries.email as sender",
      "enquiries.company",
      "enquiries.topic",
      "enquiries.subject",
      "enquiries.status",
      "enquiries.version",
      "enquiries.is_demo",
      "accounts.email as owner",
      "accounts.name as owner_name",
      sql<string>`substr(enquiries.message, 1, 160)`.as("excerpt"),
      sql<MailState | null>`(select min(state) from outbox
        where subject_id = enquiries.id and withdrawn_at is null and state in (${sql.join(troubledStates)}))`.as(
        "troubled_mail",
      ),
    ]);
  return selectPage(found, order, size);
}

/** The query of every number on the page: of the list itself, and of its folders and views. */
export function countEnquiries(
  db: Db,
  { filter, order, reader }: { filter: EnquiryFilter; order: PageOrder; reader: AccountId },
) {
  const counted = countPage(filterEnquiries(db, filter), order).as("counted");
  const enquiries = (folder: EnquiryFolder) =>
    db
      .selectFrom("enquiries")
      .where("folder", "=", folder)
      .select(({ fn }) => fn.countAll<number>().as("count"));
  const unfinished = enquiries("inbox").where("status", "in", ["new", "open"]);
  return db
    .selectFrom(counted)
    .select([
      "counted.total",
      "counted.beyond",
      enquiries("inbox").as("inbox"),
      enquiries("spam").as("spam"),
      enquiries("inbox").where("status", "=", "new").as("fresh"),
      enquiries("spam").where("status", "=", "new").as("fresh_spam"),
      unfinished.where("owner_id", "=", reader).as("mine"),
      unfinished.where("owner_id", "is", null).as("unassigned"),
      enquiries("inbox").where("id", "in", selectUnmailed(db)).as("unmailed"),
    ])
    .$narrowType<Record<"inbox" | "spam" | "fresh" | "fresh_spam" | "mine" | "unassigned" | "unmailed", number>>();
}

/** How many enquiries are new in each folder. */
export async function readNew(db: Db): Promise<Record<EnquiryFolder, number>> {
  const rows = await db
    .selectFrom("enquiries")
    .select(({ fn }) => ["folder", fn.countAll<number>().as("count")])
    .where("folder", "in", ["inbox", "spam"])
    .where("status", "=", "new")
    .groupBy("folder")
    .execute();
  const find = (folder: EnquiryFolder) => rows.find((row) => row.folder === folder)?.count ?? 0;
  return { inbox: find("inbox"), spam: find("spam") };
}

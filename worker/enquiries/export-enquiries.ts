import { sql } from "kysely";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { exportRows } from "#worker/audit/export-rows.ts";
import type { Db } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { EnquiryFilter } from "./filter-enquiries.ts";
import { orderEnquiries, selectEnquiries } from "./list-enquiries.ts";

const heads = [
  "Reference",
  "Received (UTC)",
  "Folder",
  "Status",
  "Owner",
  "Topic",
  "Name",
  "E-mail",
  "Company",
  "Subject",
  "Message",
  "Opening",
  "Spam signs",
  "Last change (UTC)",
  "Notes",
  "Demo",
];

interface Last {
  id: EnquiryId;
  received_at: number;
}

interface Export {
  filter: EnquiryFilter;
  actor: AccountId;
}

/**
 * The enquiries of `filter` as a CSV file, read while it is sent. The audit entry is written before the first row is
 * sent. If the file cannot be completed, the download fails visibly.
 * @throws whatever D1 throws before the first row
 */
export async function exportEnquiries(
  db: Db,
  { filter, actor }: Export,
  scope: Pick<RequestScope, "requestId" | "log">,
): Promise<ReadableStream<Uint8Array>> {
  const { words, ...rest } = filter;
  const detail = { ...rest, words: words !== "" };
  const audit = { action: "enquiry.exported", detail } as const;
  const select = (last: Last | null, size: number) => selectRows(db, filter, last, size);
  return exportRows(db, { actor, audit, heads, writeCells: toCells, select }, scope);
}

/** The newest enquiries after `last`, whatever order the reader's list has. */
function selectRows(db: Db, filter: EnquiryFilter, last: Last | null, size: number) {
  const cursor = last && ({ side: "after", id: last.id, value: String(last.received_at) } as const);
  const order = orderEnquiries({ by: "received", direction: "desc" }, cursor);
  return selectEnquiries(db, { filter, order, size }).select([
    "enquiries.folder",
    "enquiries.message",
    "enquiries.opening",
    "enquiries.spam_reasons",
    "enquiries.updated_at",
    notes.as("notes"),
  ]);
}

interface ExportedNote {
  at: number;
  note: string;
  email: string | null;
  name: string | null;
}

/** The notes of a row as JSON, the oldest first. */
const notes = sql<string>`(
  select json_group_array(json_object('at', written_at, 'note', note, 'email', author.email, 'name', author.name)
    order by written_at, enquiry_notes.id)
  from enquiry_notes left join accounts as author on author.id = author_id where enquiry_id = enquiries.id)`;

function toCells(row: Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number]): string[] {
  return [
    formatReference(row.id),
    new Date(row.received_at).toISOString(),
    row.folder,
    row.status,
    row.owner === null ? "" : formatColleague({ name: row.owner_name, email: row.owner }),
    row.topic,
    row.name,
    row.sender,
    row.company,
    row.subject,
    row.message,
    row.opening ?? "",
    (JSON.parse(row.spam_reasons) as string[]).join(", "),
    new Date(row.updated_at).toISOString(),
    (JSON.parse(row.notes) as ExportedNote[]).map(writeNote).join("\n\n"),
    row.is_demo === 1 ? "Demo" : "",
  ];
}

function writeNote({ at, note, email, name }: ExportedNote): string {
  return `${new Date(at).toISOString()} ${formatColleague({ name, email })}:\n${note}`;
}

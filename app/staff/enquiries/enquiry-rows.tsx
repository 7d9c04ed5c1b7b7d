import type { ReactNode } from "react";
import { Link } from "react-router";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import type { BulkAction } from "#app/staff-kit/list/list-strip.tsx";
import { rowForm } from "#app/staff-kit/list/list-strip.tsx";
import { Avatar, Tag } from "#app/staff-kit/tag.tsx";
import type { EnquiryRow } from "./to-enquiry-rows.ts";
import { enquiryList, statuses } from "./enquiry-list.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import { nobody, statusNames } from "./names.ts";
import { StatusChip } from "./status-chip.tsx";

/** The cells of the inbox, by column. The links of the rows keep `query`, what the list shows. */
export function buildEnquiryCells(
  query: string,
): Record<keyof typeof enquiryList.columns, (row: EnquiryRow) => ReactNode> {
  return {
    ...plainCells,
    subject: (row) => <SubjectCell row={row} query={query} />,
  };
}

const plainCells = {
  from: ({ name, company }) => (
    <>
      <b>{name}</b> {company && <span className="list-second">{company}</span>}
    </>
  ),
  topic: ({ topic }) => <span className="list-second">{topic}</span>,
  owner: ({ owner, ownerName }) => (
    <>
      <Avatar name={owner && (ownerName ?? owner)} />{" "}
      {owner && (
        <span className="inbox-owner">
          {ownerName ?? owner} {ownerName && <span className="list-second inbox-address">{owner}</span>}
        </span>
      )}
    </>
  ),
  received: ({ received }) => <LocalTime at={received} />,
  status: ({ status }) => <StatusChip status={status} />,
} satisfies Partial<Record<keyof typeof enquiryList.columns, (row: EnquiryRow) => ReactNode>>;

function SubjectCell({ row, query }: { row: EnquiryRow; query: string }) {
  const { id, subject, excerpt, isDemo, troubledMail } = row;
  return (
    <>
      {troubledMail && (
        <>
          <Tag tone="warn" icon="warning">
            {troubledMail === "failed" ? "Mail failed" : "Mail unconfirmed"}
          </Tag>{" "}
        </>
      )}
      <Link
        className="inbox-subject: font-500 [.list-fresh_&]:font-600"
        data-main=""
        to={`${enquiryList.path}/${id}${query}`}
        preventScrollReset
      >
        {subject}
      </Link>{" "}
      {isDemo && (
        <>
          <Tag>Demo</Tag>{" "}
        </>
      )}
      <span className="list-second">{excerpt}</span>
    </>
  );
}

interface Reading {
  folder: "inbox" | "spam";
  /** Id of the reader's account. */
  reader: string;
}

/** How the list is read around one row. */
interface RowReading extends Reading {
  /** What the list shows, as the query of its address. */
  query: string;
  /** Id of the enquiry that is open in the panel. */
  open: string | undefined;
}

/** A row with what can be done with it alone. */
export function buildRowView(row: EnquiryRow, { folder, reader, query, open }: RowReading): RowView {
  const tick = `${row.id}:${row.version}`;
  const submit = (value: string) => ({ form: rowForm, name: "do", value: `${value} ${tick}` });
  return {
    name: `${row.name}, ${row.subject}`,
    tick,
    isFresh: row.status === "new",
    isOpen: row.id === open,
    actions: [
      { name: "Open the enquiry", icon: "arrow-right", to: `${enquiryList.path}/${row.id}${query}` },
      { name: "Assign to me", icon: "user-plus", submit: submit(`owner:${reader}`) },
      { kind: "separator" },
      { kind: "heading", name: "Status" },
      ...statuses.map((status) => ({
        name: statusNames[status],
        isChecked: status === row.status,
        submit: submit(`status:${status}`),
      })),
      ...(folder === "inbox"
        ? [{ kind: "separator" } as const, { name: "Mark as spam", icon: "spam", submit: submit("spam") } as const]
        : []),
    ],
  };
}

/** What can be done with several enquiries. What sends mails cannot be taken back, so it asks first. */
export function listBulkActions(
  { folder, reader }: Reading,
  owners: readonly { id: string; name: string }[],
): BulkAction[] {
  const colleagues = owners.filter(({ id }) => id !== reader);
  return [
    {
      name: "Owner",
      icon: "user-plus",
      choices: [
        { name: "Me", value: `owner:${reader}` },
        { name: "Nobody", value: `owner:${nobody}` },
        ...colleagues.map(({ id, name }) => ({ name, value: `owner:${id}` })),
      ],
    },
    {
      name: "Status",
      icon: "status",
      choices: statuses.map((status) => ({ name: statusNames[status], value: `status:${status}` })),
    },
    folder === "inbox"
      ? { name: "Spam", icon: "spam", value: "spam" }
      : {
          name: "Not spam",
          icon: "not-spam",
          value: "not-spam",
          confirm: {
            title: "Move to the inbox?",
            text: "The mails about these enquiries are sent: to their topic’s mailbox and to the sender. Mails cannot be taken back.",
            verb: "Move and send",
          },
        },
  ];
}

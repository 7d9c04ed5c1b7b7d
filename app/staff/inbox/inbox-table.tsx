import { Link } from "react-router";
import tokenDark from "#app/assets/art/token-gcc-dark.svg?url";
import token from "#app/assets/art/token-gcc.svg?url";
import { Empty } from "#app/ui/empty.tsx";
import type { InboxRow } from "./inbox-rows.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { InboxChoices } from "./read-filter.ts";
import { StatusChip } from "./status-chip.tsx";

interface InboxTableProps {
  rows: readonly InboxRow[];
  choices: InboxChoices;
  isFirst: boolean;
}

/** Enquiries as a table. The whole row is a link. Below 1024 px each row takes two lines (see inbox.css). */
export function InboxTable({ rows, choices, isFirst }: InboxTableProps) {
  if (rows.length === 0) return <NoEnquiries choices={choices} isFirst={isFirst} />;
  return (
    <table className="staff-table inbox-table">
      <caption>{choices.folder === "spam" ? "Taken for spam" : "Enquiries"}, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Subject</th>
          <th scope="col">Topic</th>
          <th scope="col">Status</th>
          <th scope="col">Owner</th>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.status === "new" ? "inbox-new" : undefined}>
            <th scope="row">
              {row.name}
              {row.company && <span>{row.company}</span>}
            </th>
            <td className="inbox-subject">
              <Link className="stretched" to={`/marketing-admin/inbox/${row.id}`}>
                {row.subject}
              </Link>
              <span>{row.excerpt}</span>
            </td>
            <td className="inbox-wide">{row.topic}</td>
            <td className="inbox-state">
              <div className="inbox-chips">
                {row.isDemo && <span className="staff-chip">Demo</span>}
                <StatusChip status={row.status} />
              </div>
            </td>
            <td className="inbox-wide inbox-owner">
              {row.ownerName ?? row.owner ?? "Nobody yet"}
              {row.ownerName && <span>{row.owner}</span>}
            </td>
            <td className="inbox-when">
              <LocalTime at={row.received} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoEnquiries({ choices, isFirst }: Omit<InboxTableProps, "rows">) {
  const art = { light: token, dark: tokenDark };
  if (choices.status || choices.topic || choices.owner || choices.q)
    return (
      <Empty title="Nothing fits" art={art}>
        No enquiry of this folder fits all of these choices. Take one away to see more.
      </Empty>
    );
  if (!isFirst)
    return (
      <Empty title="Nothing older" art={art}>
        The folder ends here.
      </Empty>
    );
  return choices.folder === "spam" ? (
    <Empty title="No spam" art={art}>
      What looks like spam is kept here, with the reason, until somebody says that it is none or erases it.
    </Empty>
  ) : (
    <Empty title="No enquiries yet" art={art}>
      As soon as somebody sends the contact form, what they wrote appears here.
    </Empty>
  );
}

import { Link } from "react-router";
import type { Role, StaffPage } from "#app/shared/permissions.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { listAreas, pageNotes } from "#app/staff/staff-pages.ts";
import type { WaitingItem } from "./work-queue.ts";

interface HubProps {
  page: StaffPage;
  roles: readonly Role[];
  queue: readonly WaitingItem[];
}

/** The start of one area: the pages that the roles open on the left, what waits for somebody on the right. */
export function Hub({ page, roles, queue }: HubProps) {
  const { area, name, line } = pageNotes[page];
  const pages = listAreas(roles)
    .filter((group) => group.area === area || group.area === "People")
    .flatMap((group) => group.pages)
    .filter((other) => other !== page);
  return (
    <>
      <PageHead title={name}>{line}</PageHead>
      <div className="staff-split">
        <section aria-labelledby="hub-pages">
          <h2 id="hub-pages">Pages</h2>
          <ul className="staff-ledger">
            {pages.map((other) => (
              <li key={other}>
                <Link to={other}>
                  <b>{pageNotes[other].name}</b>
                  <span>{pageNotes[other].line}</span>
                  <span className="staff-icon-arrow" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="hub-queue">
          <h2 id="hub-queue">Waiting on you</h2>
          {queue.length === 0 && <p className="staff-text">Nothing is waiting.</p>}
          <ul className="staff-queue">
            {queue.map((item) => (
              <li key={item.page}>
                <b>
                  {item.count} {item.what}
                </b>
                <Link
                  className="btn btn-outline btn-small"
                  to={item.page}
                  aria-label={`Review: ${pageNotes[item.page].name}`}
                >
                  Review
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

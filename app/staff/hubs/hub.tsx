import { Link } from "react-router";
import type { Role } from "#app/shared/permissions.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { StaffPage } from "#app/staff/staff-page.ts";
import { listAreas } from "#app/staff/staff-pages.ts";
import "./hub.css";

interface HubProps {
  page: StaffPage;
  roles: readonly Role[];
  /** Null when they could not be read. */
  figures: HubFigures | null;
}

export interface HubFigures {
  /** How many accounts have no role; null if the caller may not know. */
  roleless: number | null;
  /** How many enquiries are new, by folder; absent if the caller may not know. */
  fresh?: { inbox: number; spam: number };
}

/** The start page of one area: links to the pages that the roles may open, and key figures. */
export function Hub({ page, roles, figures }: HubProps) {
  const pages = listAreas(roles)
    .filter((group) => group.area === page.area || group.area === "People")
    .flatMap((group) => group.pages)
    .filter(({ path }) => path !== page.path);
  return (
    <>
      <PageHead title={page.name}>{page.line}</PageHead>
      <div className="staff-split">
        <section aria-labelledby="hub-pages">
          <h2 id="hub-pages">Pages</h2>
          <ul className="hub-figures">
            {pages.map(({ path, name, line }) => (
              <li key={path}>
                <Link to={path}>
                  <b>{name}</b>
                  <span>{line}</span>
                  <span className="staff-icon-arrow" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <div className="staff-waiting">{figures ? <Figures {...figures} /> : <FiguresMissing path={page.path} />}</div>
      </div>
    </>
  );
}

function Figures({ fresh, roleless }: HubFigures) {
  return (
    <>
      {fresh && (
        <section aria-labelledby="hub-enquiries">
          <h2 id="hub-enquiries">Enquiries</h2>
          <p className="staff-text">{formatFresh(fresh)}</p>
        </section>
      )}
      {roleless !== null && (
        <section aria-labelledby="hub-accounts">
          <h2 id="hub-accounts">Accounts</h2>
          <p className="staff-text">{formatRoleless(roleless)}</p>
        </section>
      )}
    </>
  );
}

/** The links need no database, so they are shown even without figures. */
function FiguresMissing({ path }: { path: string }) {
  return (
    <div className="hub-alert" role="alert">
      <p>What waits here could not be read just now. Nothing is lost.</p>
      <Link to={path} reloadDocument>
        Try again
      </Link>
    </div>
  );
}

function formatRoleless(count: number): string {
  if (count === 0) return "Every account has a role.";
  return count === 1
    ? "1 account has no role and opens no staff page."
    : `${count} accounts have no role and open no staff page.`;
}

function formatFresh({ inbox, spam }: { inbox: number; spam: number }): string {
  const waiting = inbox === 0 ? "No enquiry waits to be taken up." : `${count(inbox)} to be taken up.`;
  return spam === 0 ? waiting : `${waiting} In the spam folder: ${spam} that nobody has looked at.`;
}

function count(enquiries: number): string {
  return enquiries === 1 ? "1 enquiry waits" : `${enquiries} enquiries wait`;
}

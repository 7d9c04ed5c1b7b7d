import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Role } from "#app/shared/permissions.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { StaffPage } from "#app/staff/staff-page.ts";
import { listAreas } from "#app/staff/staff-pages.ts";
import "./hub.css";

interface HubProps {
  page: StaffPage;
  roles: readonly Role[];
  /** Null when they could not be read. */
  figures: HubFigures | null;
  /** What is begun most often here. */
  actions?: ReactNode;
}

export interface HubFigures {
  /** How many accounts have no role; null if the caller may not know. */
  roleless: number | null;
  /** How many enquiries are new, by folder; absent if the caller may not know. */
  fresh?: { inbox: number; spam: number };
  /** How many applications nobody has opened, and in how many the caller is named and has not looked since. */
  applications?: { unopened: number; mentioned: number };
  /** How many articles are drafts, wait for their time, and ended in the last 30 days; absent if the caller may not know. */
  posts?: { drafts: number; scheduled: number; ended: number };
}

/** The start page of one area: links to the pages that the roles may open, and what waits to be done. */
export function Hub({ page, roles, figures, actions }: HubProps) {
  const pages = listAreas(roles)
    .filter((group) => group.area === page.area || group.area === "People")
    .flatMap((group) => group.pages)
    .filter(({ path }) => path !== page.path);
  return (
    <>
      <PageHead title={page.name} actions={actions}>
        {page.line}
      </PageHead>
      <div className="hub staff-wide">
        <section className="hub-pages" aria-labelledby="hub-pages">
          <h2 id="hub-pages">Pages</h2>
          <ul>
            {pages.map(({ path, name, line, icon }) => (
              <li key={path}>
                <Link to={path}>
                  <span className={`kit-icon ${icon}`} aria-hidden="true" />
                  <b>{name}</b>
                  <span>{line}</span>
                  <Icon name="arrow-right" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <section className="hub-waiting" aria-labelledby="hub-waiting">
          <h2 id="hub-waiting">Waiting on you</h2>
          {figures ? <Figures figures={figures} /> : <FiguresMissing path={page.path} />}
        </section>
      </div>
    </>
  );
}

function Figures({ figures }: { figures: HubFigures }) {
  const lines = listWork(figures);
  if (lines.length === 0) return <p className="staff-text">Nothing waits for you now.</p>;
  return (
    <ul>
      {lines.map(({ text, isDone, to, link }) => (
        <li key={text} data-done={isDone || undefined}>
          <p>{text}</p>
          {!isDone && <Link to={to}>{link}</Link>}
        </li>
      ))}
    </ul>
  );
}

/** The links need no database, so they are shown even without figures. */
function FiguresMissing({ path }: { path: string }) {
  return (
    <ErrorState
      title="Not read"
      action={
        <Link className={nameButton()} to={path} reloadDocument>
          Try again
        </Link>
      }
    >
      What waits here could not be read just now. Nothing is lost.
    </ErrorState>
  );
}

/** What waits, or that nothing does, each with the way there. */
function listWork({ fresh, applications, posts, roleless }: HubFigures) {
  const inbox = "/marketing-admin/inbox";
  return [
    ...(fresh
      ? [{ text: formatFresh(fresh.inbox), isDone: fresh.inbox === 0, to: inbox, link: "Open the inbox" }]
      : []),
    ...(fresh && fresh.spam > 0
      ? [
          {
            text: `In the spam folder: ${fresh.spam} that nobody has looked at.`,
            isDone: false,
            to: `${inbox}?folder=spam`,
            link: "Open the spam folder",
          },
        ]
      : []),
    ...(applications ? listApplicationWork(applications) : []),
    ...(posts ? listPostWork(posts) : []),
    ...(roleless === null
      ? []
      : [
          {
            text: formatRoleless(roleless),
            isDone: roleless === 0,
            to: "/user-management",
            link: "Open the accounts",
          },
        ]),
  ];
}

/** Of applications: what nobody has looked at, and where a colleague asks for the caller. */
function listApplicationWork({ unopened, mentioned }: NonNullable<HubFigures["applications"]>) {
  const list = "/job-applications";
  const waits = countThings(unopened, "application is not opened yet.", "applications are not opened yet.");
  return [
    {
      text: unopened === 0 ? "Every application has been opened." : waits,
      isDone: unopened === 0,
      to: `${list}?opened=no`,
      link: "Open the new ones",
    },
    ...(mentioned > 0
      ? [
          {
            text: `A colleague names you in ${countThings(mentioned, "application")}.`,
            isDone: false,
            to: `${list}?stage=any&mentions=mine`,
            link: "Open the mentions",
          },
        ]
      : []),
  ];
}

/** Of articles: what is being written, what is to come, and what has left the site by itself. */
function listPostWork({ drafts, scheduled, ended }: NonNullable<HubFigures["posts"]>) {
  const list = "/blog-management";
  return [
    { text: formatDrafts(drafts), isDone: drafts === 0, to: `${list}?status=draft`, link: "Open the drafts" },
    ...(scheduled > 0
      ? [
          {
            text: countThings(scheduled, "article is scheduled.", "articles are scheduled."),
            isDone: false,
            to: `${list}/calendar`,
            link: "Open the calendar",
          },
        ]
      : []),
    ...(ended > 0
      ? [
          {
            text: `${countThings(ended, "article has", "articles have")} ended in the last 30 days.`,
            isDone: false,
            to: `${list}?status=archived`,
            link: "Open the archive",
          },
        ]
      : []),
  ];
}

function formatDrafts(count: number): string {
  return count === 0 ? "No article is in draft." : countThings(count, "article is in draft.", "articles are in draft.");
}

function formatRoleless(count: number): string {
  if (count === 0) return "Every account has a role.";
  return count === 1
    ? "1 account has no role and opens no staff page."
    : `${count} accounts have no role and open no staff page.`;
}

function formatFresh(count: number): string {
  if (count === 0) return "No enquiry is new.";
  return countThings(count, "enquiry is new.", "enquiries are new.");
}

import { Link } from "react-router";
import { judgeStanding, jobStandingNames, jobStandingTones } from "#app/shared/job-standing.ts";
import { nameButton, Button } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { SaveState } from "#app/staff/blog/article/save-state.tsx";
import type { SaverState } from "#app/staff/blog/saving/saver-state.ts";
import type { Saver } from "#app/staff/blog/saving/saver.ts";
import { page } from "#app/staff/jobs/page.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { JobProblem } from "#app/shared/job-checks.ts";
import { CloseJob, PublishJob } from "./job-dialogs.tsx";
import type { JobView } from "./job.tsx";
import type { NewestJob } from "./newest-job.ts";
import type { JobChecks } from "./use-job-checks.ts";

interface JobBarProps {
  view: JobView;
  path: string;
  saver: Saver<NewestJob>;
  state: SaverState<NewestJob>;
  checks: JobChecks | null;
  lead: (place: JobProblem["place"]) => void;
  isPreviewed: boolean;
  switchPreview: () => void;
}

/** The way back, how the job stands, how safe its text is, and what can be done with it. */
export function JobBar({ view, isPreviewed, switchPreview, checks, lead, ...writing }: JobBarProps) {
  const { state } = writing;
  const hasScript = useHydrated();
  const { newest, draft } = state;
  const standing = judgeStanding(newest, newest.readAt);
  const isOpen = newest.status === "published" || newest.status === "internal";
  const isSeen = newest.status === "published" || newest.status === "closed";
  const applied = countThings(newest.applications, "application");
  const more: MenuEntry[] = [
    ...(isSeen ? [{ name: "See it on the site", icon: "eye", to: `/careers/${newest.shownSlug}` } as const] : []),
    ...(isOpen ? [{ name: "Close…", icon: "prohibit", tone: "danger", dialog: "job-close" } as const] : []),
  ];
  return (
    <header className="article-bar">
      <button
        type="button"
        className={`${nameButton({ kind: "ghost", isIconOnly: true })} article-burger`}
        popoverTarget="staff-menu"
        aria-label="Menu"
      >
        <Icon name="menu" />
      </button>
      <Link className={nameButton({ kind: "ghost", isIconOnly: true })} to={page.path} aria-label="Back to the jobs">
        <Icon name="arrow-left" />
      </Link>
      <p className="article-where">
        <Link to={page.path}>Jobs</Link>
        <Icon name="caret-right" />
      </p>
      <h1>{draft.title.trim() || "Untitled role"}</h1>
      <StatusChip tone={jobStandingTones[standing]}>
        {newest.isShown ? jobStandingNames[standing] : `${jobStandingNames[standing]}, with changes`}
      </StatusChip>
      {newest.applications > 0 &&
        (view.mayRead ? (
          <Link className="article-shown" to={`/job-applications?job=${view.id}&stage=any`}>
            {applied}
          </Link>
        ) : (
          <span className="article-shown">{applied}</span>
        ))}
      <div className="article-tools">
        <SaveState state={state} locale={view.locale} noun="job" />
        {more.length > 0 && <Menu label="More" icon="more" isIconOnly kind="ghost" items={more} />}
        <button
          type="button"
          className={`${nameButton({ kind: "ghost", isIconOnly: true })} article-panel-opener`}
          popoverTarget="article-panel"
          aria-label="Settings"
          title="Settings"
        >
          <Icon name="settings" />
        </button>
        {hasScript ? (
          <Button className="article-preview" icon={isPreviewed ? "pencil" : "eye"} onClick={switchPreview}>
            {isPreviewed ? "Write" : "Preview"}
          </Button>
        ) : (
          <a className={`${nameButton()} article-preview`} href={view.preview.path} target="_blank" rel="noreferrer">
            <Icon name="eye" />
            Preview
          </a>
        )}
        {hasScript && <PublishJob {...writing} checks={checks} lead={lead} />}
      </div>
      {isOpen && <CloseJob {...writing} />}
    </header>
  );
}

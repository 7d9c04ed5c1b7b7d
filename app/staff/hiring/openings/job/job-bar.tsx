import { Link } from "react-router";
import { judgeStanding, jobStandingNames, jobStandingTones } from "#shared/hiring/job-standing.ts";
import { countThings } from "#app/staff-kit/count.ts";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { OtherEditors } from "#app/writing-kit/presence/other-editors.tsx";
import { SaveState } from "#app/writing-kit/saving/save-state.tsx";
import type { Others } from "#app/writing-kit/presence/use-presence.ts";
import { WritingBar } from "#app/writing-kit/writing-bar.tsx";
import { isEmpty, type SaverState } from "#app/writing-kit/saving/saver-state.ts";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import { page } from "../page.ts";
import type { JobProblem } from "#shared/hiring/job-checks.ts";
import { CloseJob, PublishJob } from "./job-dialogs.tsx";
import type { JobView } from "./job.tsx";
import type { NewestJob } from "./newest-job.ts";
import type { JobChecks } from "./use-job-checks.ts";

interface JobBarProps {
  view: JobView;
  path: string;
  saver: Saver<NewestJob>;
  state: SaverState<NewestJob>;
  others: Others;
  checks: JobChecks | null;
  lead: (place: JobProblem["place"]) => void;
  isPreviewed: boolean;
  switchPreview: () => void;
}

/** The way back, how the job stands, how safe its text is, and what can be done with it. */
export function JobBar({ view, others, isPreviewed, switchPreview, checks, lead, ...writing }: JobBarProps) {
  const { state } = writing;
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
    <WritingBar
      back={{ to: page.path, name: "Jobs", label: "Back to the jobs" }}
      title={draft.title.trim() || "Untitled role"}
      standing={
        <>
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
          <OtherEditors others={others} account={view.account.id} />
        </>
      }
      saved={<SaveState state={state} locale={view.locale} noun="job" />}
      more={more}
      preview={{ path: view.preview.path, isShown: isPreviewed, isEmpty: isEmpty(state), switchTo: switchPreview }}
      publish={<PublishJob {...writing} checks={checks} lead={lead} />}
    >
      {/* Also of a job that is closed: an open dialog that goes with its reason cannot be closed any more. */}
      <CloseJob {...writing} />
    </WritingBar>
  );
}

import { Link } from "react-router";
import { judgeStanding, openingStandingNames, openingStandingTones } from "#shared/hiring/opening-standing.ts";
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
import type { OpeningProblem } from "#shared/hiring/opening-checks.ts";
import { CloseOpening, PublishOpening } from "./opening-dialogs.tsx";
import type { OpeningView } from "./opening.tsx";
import type { NewestOpening } from "./newest-opening.ts";
import type { OpeningChecks } from "./use-opening-checks.ts";
import "#app/writing-kit/recipes.ts";

interface OpeningBarProps {
  view: OpeningView;
  path: string;
  saver: Saver<NewestOpening>;
  state: SaverState<NewestOpening>;
  others: Others;
  checks: OpeningChecks | null;
  lead: (place: OpeningProblem["place"]) => void;
  isPreviewed: boolean;
  switchPreview: () => void;
}

/** A link back, the state of the job, whether its text is saved, and its actions. */
export function OpeningBar({ view, others, isPreviewed, switchPreview, checks, lead, ...writing }: OpeningBarProps) {
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
          <StatusChip tone={openingStandingTones[standing]}>
            {newest.isShown ? openingStandingNames[standing] : `${openingStandingNames[standing]}, with changes`}
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
      publish={<PublishOpening {...writing} checks={checks} lead={lead} />}
    >
      {/* Also of a job that is closed: an open dialog that goes with its reason cannot be closed any more. */}
      <CloseOpening {...writing} />
    </WritingBar>
  );
}

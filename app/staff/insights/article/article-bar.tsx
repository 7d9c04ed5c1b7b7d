import { buildPagePath } from "#app/staff/analytics/state.ts";
import { useEffect, useState } from "react";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { page } from "../page.ts";
import { PublishDialog, type PublishDialogProps } from "./publish-dialog.tsx";
import { SaveState } from "#app/writing-kit/saving/save-state.tsx";
import { isEmpty } from "#app/writing-kit/saving/saver-state.ts";
import { describeStatus, isPublicNow } from "./status-of.ts";
import { UnpublishDialog } from "./unpublish-dialog.tsx";
import type { Others } from "#app/writing-kit/presence/use-presence.ts";
import { OtherEditors } from "#app/writing-kit/presence/other-editors.tsx";
import { WritingBar } from "#app/writing-kit/writing-bar.tsx";
import "#app/writing-kit/recipes.ts";

interface ArticleBarProps extends PublishDialogProps {
  others: Others;
  isPreviewed: boolean;
  switchPreview: () => void;
}

/** A link back, the state of the article, whether its text is saved, and its actions. */
export function ArticleBar({ others, isPreviewed, switchPreview, ...publish }: ArticleBarProps) {
  const { view, saver, state } = publish;
  const { newest, draft } = state;
  const now = Math.max(useMinute(), newest.readAt);
  const status = describeStatus(newest, now);
  const isLive = newest.status === "published";
  const isPublic = isPublicNow(newest, now);

  const more: MenuEntry[] = [
    ...(isPublic
      ? ([
          { name: "See it on the site", icon: "eye", to: `/insights/${newest.shownSlug}` },
          { name: "Open its figures", icon: "table", to: buildPagePath(`/insights/${newest.shownSlug}`) },
        ] as const)
      : []),
    ...(newest.version > 0
      ? [{ name: "Revisions", icon: "history", to: `${page.path}/${view.id}/revisions` } as const]
      : []),
    ...(isLive ? [{ name: "Unpublish…", icon: "prohibit", tone: "danger", dialog: "article-unpublish" } as const] : []),
  ];

  return (
    <WritingBar
      back={{ to: page.path, name: "Insights", label: "Back to the articles" }}
      title={draft.title.trim() || "Untitled"}
      standing={
        <>
          <StatusChip tone={status.tone}>{status.name}</StatusChip>
          {isPublic && (
            <a className="article-shown" href={`/insights/${newest.shownSlug}`} target="_blank" rel="noreferrer">
              See it on the site
            </a>
          )}
          <OtherEditors others={others} account={view.account.id} />
        </>
      }
      saved={<SaveState state={state} locale={view.locale} />}
      more={more}
      preview={{ path: view.preview.path, isShown: isPreviewed, isEmpty: isEmpty(state), switchTo: switchPreview }}
      publish={<PublishDialog {...publish} />}
    >
      {/* Also when there is nothing to take off: an open dialog that goes with its reason cannot be closed any more. */}
      <UnpublishDialog {...{ view, saver, now }} />
    </WritingBar>
  );
}

/** The time, renewed each half minute: what is scheduled becomes public by itself. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

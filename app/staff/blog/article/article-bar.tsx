import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { page } from "../page.ts";
import { PublishDialog, type PublishDialogProps } from "./publish-dialog.tsx";
import { SaveState } from "./save-state.tsx";
import { describeStatus, isPublicNow } from "./status-of.ts";
import { UnpublishDialog } from "./unpublish-dialog.tsx";
import type { Others } from "./use-presence.ts";
import { OtherEditors } from "./other-editors.tsx";

interface ArticleBarProps extends PublishDialogProps {
  others: Others;
  isPreviewed: boolean;
  switchPreview: () => void;
}

/** The way back, where the article stands, how safe its text is, and what can be done with it. */
export function ArticleBar({ others, isPreviewed, switchPreview, ...publish }: ArticleBarProps) {
  const { view, saver, state } = publish;
  const hasScript = useHydrated();
  const { newest, draft } = state;
  const now = Math.max(useMinute(), newest.readAt);
  const status = describeStatus(newest, now);
  const isLive = newest.status === "published";
  const isPublic = isPublicNow(newest, now);

  const more: MenuEntry[] = [
    ...(isPublic ? [{ name: "See it on the site", icon: "eye", to: `/insights/${newest.shownSlug}` } as const] : []),
    { name: "Revisions", icon: "history", to: `${page.path}/${view.id}/revisions` },
    ...(isLive ? [{ name: "Unpublish…", icon: "prohibit", tone: "danger", dialog: "article-unpublish" } as const] : []),
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
      <Link
        className={nameButton({ kind: "ghost", isIconOnly: true })}
        to={page.path}
        aria-label="Back to the articles"
      >
        <Icon name="arrow-left" />
      </Link>
      <p className="article-where">
        <Link to={page.path}>Insights</Link>
        <Icon name="caret-right" />
      </p>
      <h1>{draft.title.trim() || "Untitled"}</h1>
      <StatusChip tone={status.tone}>{status.name}</StatusChip>
      {isPublic && (
        <a className="article-shown" href={`/insights/${newest.shownSlug}`} target="_blank" rel="noreferrer">
          See it on the site
        </a>
      )}
      <OtherEditors others={others} account={view.account.id} />
      <div className="article-tools">
        <SaveState state={state} locale={view.locale} />
        <Menu label="More" icon="more" isIconOnly kind="ghost" items={more} />
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
        {hasScript && <PublishDialog {...publish} />}
      </div>
      {isLive && <UnpublishDialog {...{ view, saver, now }} />}
    </header>
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

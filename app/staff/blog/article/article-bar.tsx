import { type RefObject, useEffect, useState } from "react";
import { Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { EditorHandle } from "../editor/article-editor.tsx";
import { page } from "../page.ts";
import type { SaverState } from "../saving/saver-state.ts";
import type { Saver } from "../saving/saver.ts";
import type { ArticleView } from "./article.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { SaveState } from "./save-state.tsx";
import { describeStatus } from "./status-of.ts";
import { UnpublishDialog } from "./unpublish-dialog.tsx";
import type { Others } from "./use-presence.ts";
import { OtherEditors } from "./other-editors.tsx";

interface ArticleBarProps {
  view: ArticleView;
  saver: Saver;
  state: SaverState;
  others: Others;
  editor: RefObject<EditorHandle | null>;
}

/** The way back, where the article stands, how safe its text is, and what can be done with it. */
export function ArticleBar({ view, saver, state, others, editor }: ArticleBarProps) {
  const hasScript = useHydrated();
  const { newest, draft } = state;
  const now = Math.max(useMinute(), newest.readAt);
  const status = describeStatus(newest, now);
  const isLive = newest.status === "published";

  const more: MenuEntry[] = [
    { name: "Revisions", icon: "history", to: `${page.path}/${view.id}/revisions` },
    ...(isLive ? [{ name: "Unpublish…", icon: "prohibit", tone: "danger", dialog: "article-unpublish" } as const] : []),
  ];
  const verb = isLive ? (newest.isShown ? "Published" : "Publish changes") : "Publish";

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
      <OtherEditors others={others} account={view.account.id} />
      <div className="article-tools">
        <SaveState state={state} locale={view.locale} />
        {hasScript && (
          <>
            <Button kind="ghost" isIconOnly icon="undo" onClick={() => editor.current?.undo?.()}>
              Undo
            </Button>
            <Button kind="ghost" isIconOnly icon="redo" onClick={() => editor.current?.redo?.()}>
              Redo
            </Button>
          </>
        )}
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
        <PreviewDialog view={view} saver={saver} />
        {hasScript && <PublishDialog {...{ view, saver, state, verb, now }} />}
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

import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { readOwn } from "#shared/text/read-own.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { Place } from "#shared/insights/article-checks/finding.ts";
import type { Checks } from "../checks/use-checks.ts";
import type { ArticleEditorHandle, FoundPage } from "#app/writing-kit/editor/types.ts";
import { insightGroups } from "#app/writing-kit/merge/merge-drafts.ts";
import { usePicturePicker } from "#app/staff/media/picture-picker.tsx";
import { ArticlePanel, type ArticlePanelHandle } from "../panel/article-panel.tsx";
import { PanelBox, showPanel } from "#app/writing-kit/panel-box.tsx";
import { PreviewLink } from "#app/writing-kit/preview/preview-link.tsx";
import { PreviewPane } from "#app/writing-kit/preview/preview-pane.tsx";
import { buildLivePath } from "#app/writing-kit/saving/send-change.ts";
import type { ArticleView } from "./article.tsx";
import { ArticleBar } from "./article-bar.tsx";
import { ArticleHead } from "./article-head.tsx";
import { ArticleNotices } from "#app/writing-kit/article-notices.tsx";
import { ArticleText } from "#app/writing-kit/article-text.tsx";
import { describePatch } from "./describe-patch.ts";
import { createTopic } from "./create-topic.ts";
import { PlainActions } from "./plain-actions.tsx";
import { SignInDialog } from "#app/writing-kit/sign-in-dialog.tsx";
import { hasAppeared, wasSeen } from "./status-of.ts";
import { useCopies } from "#app/writing-kit/saving/use-copies.ts";
import { useSaving } from "#app/writing-kit/saving/use-saving.ts";
import { usePresence } from "#app/writing-kit/presence/use-presence.ts";
import { useSaver } from "./use-saver.ts";
import { useTimes } from "./use-times.ts";
import "#app/writing-kit/recipes.ts";
import "#app/writing-kit/article.css";
import "#app/writing-kit/article-bar.css";

interface ArticlePageProps {
  view: ArticleView;
  /** Why the form was refused that was posted without script. */
  refused: Refusal | null;
}

/** What a form without script has done, as the address says it. */
const doneWords: Partial<Record<string, string>> = {
  saved: "Saved.",
  published: "Published. Readers see it now.",
  restore: "The older text is the newest again. What was newest before stays among the revisions.",
};

/** One article, with everything that is done to it. */
export function ArticlePage({ view, refused }: ArticlePageProps) {
  const editor = useRef<ArticleEditorHandle | null>(null);
  const panel = useRef<ArticlePanelHandle>(null);
  const { saver, state } = useSaver(view, { editor, refused });
  const others = usePresence(buildLivePath(view.id), saver);
  const found = useCopies({ ...view, groups: insightGroups }, saver, state);
  const pictures = usePicturePicker();
  const times = useTimes(state.newest);
  const [checks, setChecks] = useState<Checks | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);
  const { draft, faults, phase, newest } = state;
  const isAsked = phase === "signed-out" && isSigningIn;

  const keepEditor = useCallback((handle: ArticleEditorHandle) => {
    editor.current = handle;
  }, []);

  const { isPreviewed, setPreviewed, submit, switchPreview } = useSaving(saver);

  /** Leads to what is not in the panel. */
  function goTo(place: Place) {
    // At once: what is typed next belongs there.
    flushSync(() => setPreviewed(false));
    // Where the panel covers the page it goes.
    showPanel(false);
    if ("line" in place) editor.current?.focus(place);
    else document.querySelector<HTMLElement>(`#article-form [name=${place.field}]`)?.focus();
  }

  /** Leads to any place of the article. */
  function lead(place: Place) {
    const isInPanel = !("line" in place) && place.field !== "title";
    if (isInPanel) showPanel(true);
    panel.current?.lead(place);
  }

  return (
    <div className="article-page">
      <ArticleBar {...{ view, saver, state, others, times, checks, lead, isPreviewed, switchPreview }} />
      <div className="article-work">
        <ArticleNotices
          {...{ saver, state, found }}
          noun="article"
          done={readOwn(doneWords, view.done ?? "") ?? null}
          describe={(patch) => describePatch(patch, view.known)}
          onSignIn={() => setSigningIn(true)}
        />
        {isPreviewed && <PreviewPane preview={view.preview} version={newest.version} />}
        <form id="article-form" className="article-form" method="post" onSubmit={submit} hidden={isPreviewed}>
          {refused && <FormSummary title={refused.title} problems={refused.problems} />}
          <input type="hidden" name="version" value={newest.version} readOnly />
          <ArticleHead draft={draft} onChange={saver.edit} />
          <ArticleText
            saver={saver}
            findPages={findPages}
            onReady={keepEditor}
            pickPicture={pictures.pick}
            uploadPictures={pictures.upload}
            pictureSizes={view.pictureSizes}
            isReadOnly={phase === "forbidden" || phase === "gone"}
          />
          <PlainActions newest={newest} refused={refused} />
        </form>
      </div>
      <PanelBox>
        <ArticlePanel
          ref={panel}
          id={view.id}
          saver={saver}
          draft={draft}
          onChange={saver.edit}
          known={view.known}
          create={(kind, name) => createTopic(view.id, kind, name)}
          times={times.value}
          timesKey={times.keys.panel}
          onTimes={(patch) => times.change("panel", patch)}
          hasAppeared={hasAppeared(newest)}
          liveSlug={wasSeen(newest) ? newest.shownSlug : null}
          origin={view.origin}
          faults={faults}
          pickPicture={pictures.pick}
          goTo={goTo}
          onChecks={setChecks}
          preview={newest.version > 0 && <PreviewLink preview={view.preview} origin={view.origin} />}
        />
      </PanelBox>
      {pictures.dialog}
      <SignInDialog
        account={view.account}
        isOpen={isAsked}
        onClose={() => setSigningIn(false)}
        onSignedIn={() => void saver.resume()}
      />
    </div>
  );
}

/** The pages of this site that hold all words of `query`, for links. None where the site does not answer. */
async function findPages(query: string): Promise<FoundPage[]> {
  const answer = await fetch(`/blog-management/pages?${new URLSearchParams({ q: query })}`, {
    redirect: "manual",
  }).catch(() => null);
  if (!answer?.ok || !answer.headers.get("Content-Type")?.startsWith("application/json")) return [];
  return (await answer.json()) as FoundPage[];
}

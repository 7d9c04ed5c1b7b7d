import { type FormEvent, useCallback, useRef, useState } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";
import { useShortcut } from "#app/staff-kit/use-shortcut.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import type { Refusal } from "#app/shared/refusal.ts";
import type { EditorHandle } from "../editor/article-editor.tsx";
import { usePicturePicker } from "../media/picture-picker.tsx";
import { ArticlePanel } from "../panel/article-panel.tsx";
import type { ArticleView } from "./article.tsx";
import { ArticleBar } from "./article-bar.tsx";
import { ArticleNotices } from "./article-notices.tsx";
import { ArticleText } from "./article-text.tsx";
import { PlainActions } from "./plain-actions.tsx";
import { SignInDialog } from "./sign-in-dialog.tsx";
import { useCopies } from "./use-copies.ts";
import { usePresence } from "./use-presence.ts";
import { useSaver } from "./use-saver.ts";
import "./article.css";
import "./article-bar.css";

interface ArticlePageProps {
  view: ArticleView;
  /** Why the form was refused that was posted without script. */
  refused: Refusal | null;
}

/** One article, with everything that is done to it. */
export function ArticlePage({ view, refused }: ArticlePageProps) {
  const editor = useRef<EditorHandle | null>(null);
  const { saver, state } = useSaver(view, { editor, refused });
  const others = usePresence(view.id, saver);
  const found = useCopies(view, saver, state);
  const pictures = usePicturePicker();
  const [isSigningIn, setSigningIn] = useState(false);
  const { draft, faults, phase, newest } = state;
  const isAsked = phase === "signed-out" && isSigningIn;

  const keepEditor = useCallback((handle: EditorHandle) => {
    editor.current = handle;
  }, []);

  useShortcut({ keys: "mod+s", name: "Save now", group: "This page" }, () => {
    void saver.save();
    return true;
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void saver.save();
  }

  return (
    <div className="article-page">
      <ArticleBar {...{ view, saver, state, others, editor }} />
      <div className="article-work">
        <ArticleNotices {...{ view, saver, state, found }} onSignIn={() => setSigningIn(true)} />
        <form id="article-form" className="article-form" method="post" onSubmit={submit}>
          {refused && <FormSummary title={refused.title} problems={refused.problems} />}
          <input type="hidden" name="version" value={newest.version} readOnly />
          <textarea
            className="article-title"
            name="title"
            aria-label="Title"
            placeholder="Title"
            rows={1}
            maxLength={200}
            value={draft.title}
            onChange={({ target }) => saver.edit({ title: target.value })}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              event.currentTarget.form?.querySelector<HTMLElement>("[name=dek]")?.focus();
            }}
          />
          <textarea
            className="article-dek"
            name="dek"
            aria-label="Summary"
            placeholder="One or two sentences that say what a reader gets"
            rows={1}
            maxLength={300}
            value={draft.dek}
            onChange={({ target }) => saver.edit({ dek: target.value })}
          />
          <ArticleText
            draft={draft}
            onChange={(markdown) => saver.edit({ markdown })}
            onReady={keepEditor}
            pickPicture={pictures.pick}
            uploadPictures={pictures.upload}
            isReadOnly={phase === "forbidden" || phase === "gone"}
          />
          <PlainActions newest={newest} refused={refused} />
        </form>
      </div>
      <aside className="article-panel" id="article-panel" popover="auto" aria-label="Settings of the article">
        <button
          type="button"
          className="kit-btn kit-btn-ghost kit-btn-icon article-panel-close"
          popoverTarget="article-panel"
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <Icon name="x" />
        </button>
        <ArticlePanel draft={draft} onChange={saver.edit} known={view.known} faults={faults} />
      </aside>
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

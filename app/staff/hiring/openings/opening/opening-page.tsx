import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { OpeningProblem } from "#shared/hiring/opening-checks.ts";
import { makeSlug } from "#shared/text/make-slug.ts";
import { readOwn } from "#shared/text/read-own.ts";
import { ArticleNotices } from "#app/writing-kit/article-notices.tsx";
import { ArticleText } from "#app/writing-kit/article-text.tsx";
import { SignInDialog } from "#app/writing-kit/sign-in-dialog.tsx";
import { useCopies } from "#app/writing-kit/saving/use-copies.ts";
import { usePresence } from "#app/writing-kit/presence/use-presence.ts";
import type { ArticleEditorHandle } from "#app/writing-kit/editor/types.ts";
import { PanelBox, showPanel } from "#app/writing-kit/panel-box.tsx";
import { PlainText } from "#app/writing-kit/plain-text.tsx";
import { PreviewLink } from "#app/writing-kit/preview/preview-link.tsx";
import { PreviewPane } from "#app/writing-kit/preview/preview-pane.tsx";
import type { SaverState } from "#app/writing-kit/saving/saver-state.ts";
import { useSaving } from "#app/writing-kit/saving/use-saving.ts";
import { useWriting } from "#app/writing-kit/saving/use-writing.ts";
import { page } from "../page.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import type { RefusedOpening } from "./answer-opening.ts";
import { OpeningBar } from "./opening-bar.tsx";
import { OpeningCheckList } from "./opening-check-list.tsx";
import { OpeningFactsFields } from "./opening-facts-fields.tsx";
import { describeOpeningPatch, openingGroups } from "./opening-groups.ts";
import { StepContext } from "./list-steps.tsx";
import type { OpeningView } from "./opening.tsx";
import type { Draft, DraftChange, NewestOpening } from "./newest-opening.ts";
import { PlainOpeningActions } from "./plain-opening-actions.tsx";
import { QuestionFields } from "./question-fields.tsx";
import { HiringFields } from "./stage-fields.tsx";
import { takeTypedEarly } from "./typed-early.ts";
import { useListSteps } from "./use-list-steps.ts";
import { type OpeningChecks, useOpeningChecks } from "./use-opening-checks.ts";
import "#app/writing-kit/recipes.ts";
import "./recipes.ts";
import "#app/writing-kit/article.css";
import "#app/writing-kit/article-bar.css";
import "#app/writing-kit/panel.css";
import "./opening.css";

interface OpeningPageProps {
  view: OpeningView;
  /** Why the form was refused that was posted without script. */
  refused: RefusedOpening | null;
}

const doneWords: Partial<Record<string, string>> = {
  saved: "Saved.",
  publish: "Published. Candidates see it now.",
  show: "Published. Candidates see it now.",
  internal: "Open to colleagues.",
  close: "Closed.",
};

/** What a job's text does not have. */
const without = ["Picture", "Video", "Call-out", "Pull quote", "Footnote"];
const noPictures = () => Promise.reject(new Error("A job's text shows no pictures."));
const noPages = async () => [];

/** One job, with everything that is done to it. */
export function OpeningPage({ view, refused }: OpeningPageProps) {
  const editor = useRef<ArticleEditorHandle | null>(null);
  const path = `${page.path}/${view.id}/live`;
  const { saver, state } = useWriting<NewestOpening>(
    { ...view, path, groups: openingGroups },
    {
      editor,
      typed: refused?.typed ? { fields: refused.typed as Partial<Draft>, isLate: refused.status === 409 } : null,
      takeTypedEarly,
    },
  );
  const others = usePresence(path, saver);
  const found = useCopies({ ...view, groups: openingGroups }, saver, state);
  const checks = useOpeningChecks(saver);
  const [isSigningIn, setSigningIn] = useState(false);
  const { said, makeStep } = useListSteps(saver);
  const { draft, faults, phase, newest } = state;

  const keepEditor = useCallback((handle: ArticleEditorHandle) => {
    editor.current = handle;
  }, []);

  const { isPreviewed, setPreviewed, submit, switchPreview } = useSaving(saver);

  /** Leads to what was found, wherever it stands. */
  function lead({ field, line }: OpeningProblem["place"]) {
    // At once: what is typed next belongs there.
    flushSync(() => setPreviewed(false));
    const isText = field === "markdown";
    const inPage = isText || field === "title" || field === "summary" || field === "questions";
    showPanel(!inPage);
    if (isText) return editor.current?.focus({ line: line ?? 1 });
    const control =
      document.getElementById(`job-${field}`) ?? document.querySelector<HTMLElement>(`#job-form [name="${field}"]`);
    control?.scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
  }

  return (
    <StepContext value={makeStep}>
      <div className="article-page">
        <OpeningBar {...{ view, path, saver, state, others, checks, lead, isPreviewed, switchPreview }} />
        <form id="job-form" className="job-form: contents" method="post" onSubmit={submit}>
          {/* What Enter in a field presses. */}
          <button className="kit-unseen" name="intent" value="save" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="version" value={newest.version} readOnly />
          <div className="article-work">
            <ArticleNotices
              {...{ saver, state, found }}
              noun="job"
              done={readOwn(doneWords, view.done ?? "") ?? null}
              describe={(patch) => describeOpeningPatch(patch, view.people)}
              onSignIn={() => setSigningIn(true)}
            />
            {isPreviewed && <PreviewPane preview={view.preview} version={newest.version} noun="job" mark=".job-text" />}
            <div className="article-form" hidden={isPreviewed}>
              {refused && <FormSummary title={refused.title} problems={refused.problems} />}
              <OpeningHead {...{ draft, newest }} onChange={saver.edit} />
              <ArticleText
                saver={saver}
                findPages={noPages}
                noun="job"
                without={without}
                onReady={keepEditor}
                pickPicture={noPictures}
                uploadPictures={noPictures}
                isReadOnly={phase === "forbidden" || phase === "gone"}
              />
              <QuestionFields
                questions={draft.questions}
                onChange={(questions) => saver.edit({ questions })}
                error={faults["questions"]}
              />
              <PlainOpeningActions newest={newest} refused={refused} />
            </div>
          </div>
          <PanelBox>
            <OpeningSettings {...{ view, state, checks, lead }} onChange={saver.edit} />
          </PanelBox>
        </form>
        <p className="kit-unseen" role="status">
          {said}
        </p>
        <SignInDialog
          account={view.account}
          isOpen={phase === "signed-out" && isSigningIn}
          onClose={() => setSigningIn(false)}
          onSignedIn={() => void saver.resume()}
        />
      </div>
    </StepContext>
  );
}

interface OpeningHeadProps {
  draft: Draft;
  newest: NewestOpening;
  onChange: DraftChange;
}

function OpeningHead({ draft, newest, onChange }: OpeningHeadProps) {
  /** The address follows the title until somebody sets it, or candidates know it. */
  function setTitle(title: string) {
    const made = makeSlug(title);
    const follows = draft.slug.startsWith("untitled-") || draft.slug === makeSlug(draft.title);
    onChange({ title, ...(newest.status === "draft" && follows && made !== "" && { slug: made }) });
  }

  return (
    <>
      <PlainText
        className="article-title"
        name="title"
        aria-label="Title"
        placeholder="Title of the role"
        rows={1}
        maxLength={120}
        text={draft.title}
        onChange={setTitle}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.form?.querySelector<HTMLElement>("[name=summary]")?.focus();
        }}
      />
      <PlainText
        className="article-dek"
        name="summary"
        aria-label="Summary"
        placeholder="One or two sentences that say what the work is"
        rows={1}
        maxLength={300}
        text={draft.summary}
        onChange={(summary) => onChange({ summary })}
      />
    </>
  );
}

interface OpeningSettingsProps {
  view: OpeningView;
  state: SaverState<NewestOpening>;
  checks: OpeningChecks | null;
  lead: (place: OpeningProblem["place"]) => void;
  onChange: DraftChange;
}

/** Everything of a job but its text, and what is to be put right. */
function OpeningSettings({ view, state, checks, lead, onChange }: OpeningSettingsProps) {
  const { draft, faults, newest } = state;
  return (
    <aside className="article-panel-body" aria-label="Settings of the job">
      <OpeningFactsFields
        {...{ draft, faults, view }}
        liveSlug={newest.status === "published" || newest.status === "closed" ? newest.shownSlug : null}
        onChange={onChange}
      />
      <HiringFields {...{ draft, faults }} people={view.people} usedStages={newest.usedStages} onChange={onChange} />
      {newest.version > 0 && (
        <div className="job-section">
          <PreviewLink preview={view.preview} origin={view.origin} noun="job" />
        </div>
      )}
      <OpeningCheckList checks={checks} lead={lead} />
    </aside>
  );
}

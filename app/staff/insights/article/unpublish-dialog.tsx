import { useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import type { ArticleView } from "./article.tsx";
import { askChange, offerUndo, type Outcome } from "#app/writing-kit/saving/ask-change.ts";
import { isPublicNow } from "./status-of.ts";

/** Takes an article off the site, or its publication off the calendar. */
export function UnpublishDialog({ view, saver, now }: { view: ArticleView; saver: Saver; now: number }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { newest } = saver.read();
  const isPublic = isPublicNow(newest, now);
  const isPlanned = newest.publishAt !== null && newest.publishAt > now;

  async function confirm(dialog: HTMLDialogElement | null) {
    setBusy(true);
    // What is planned and has no changes beside it becomes a draft again, as if nobody had planned it.
    const intent = isPlanned && newest.isShown ? "unschedule" : "archive";
    const outcome: Outcome = await askChange(view.id, saver, { intent });
    setBusy(false);
    if ("faults" in outcome) return setProblem(Object.values(outcome.faults).join(" "));
    setProblem(null);
    dialog?.close();
    const text = isPublic ? "Taken off the site" : "Taken off the calendar";
    // Publishing again shows the newest text: it is the same as before only where that was shown.
    if (intent === "archive" && isPublic && newest.isShown) {
      const until = newest.unpublishAt === null ? { unpublish: "" } : { until: newest.unpublishAt };
      offerUndo(text, { id: view.id, saver, change: { intent: "publish", when: "again", ...until } });
    } else showToast({ text });
  }

  return (
    <Dialog
      id="article-unpublish"
      title={isPublic ? "Take it off the site?" : "Take it off the calendar?"}
      onClose={() => setProblem(null)}
      confirm={
        <Button
          kind="danger"
          isBusy={isBusy}
          onClick={({ currentTarget }) => void confirm(currentTarget.closest("dialog"))}
        >
          Unpublish 1 article
        </Button>
      }
    >
      {problem !== null && (
        <p className="kit-error" role="alert">
          {problem}
        </p>
      )}
      <p>
        {isPublic
          ? `Readers of /insights/${newest.shownSlug} are told that it was withdrawn, and feeds and lists leave it out. Its text and its revisions stay here.`
          : "Readers have not seen it, and will not. Its text and its revisions stay here."}
      </p>
    </Dialog>
  );
}

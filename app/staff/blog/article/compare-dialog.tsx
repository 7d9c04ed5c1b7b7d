import { DialogCancel, Dialog } from "#app/staff-kit/dialog.tsx";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import { diffTexts } from "../merge/diff-texts.ts";
import { WordDiff } from "../merge/word-diff.tsx";

/** Two states of an article, with the words marked that differ. */
export function CompareDialog({
  before,
  after,
  onClose,
}: {
  before: PostDraft;
  after: PostDraft;
  onClose: () => void;
}) {
  return (
    <Dialog
      id="article-compare"
      className="merge-dialog"
      title="What is on this device, compared with the text on this page"
      isOpen
      onClose={onClose}
      actions={<DialogCancel dialog="article-compare">Close</DialogCancel>}
    >
      {before.title !== after.title && <WordDiff parts={diffTexts(before.title, after.title)} />}
      {before.dek !== after.dek && <WordDiff parts={diffTexts(before.dek, after.dek)} />}
      <WordDiff parts={diffTexts(before.markdown, after.markdown)} />
    </Dialog>
  );
}

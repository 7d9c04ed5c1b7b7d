import { DialogCancel, Dialog } from "#app/staff-kit/dialog.tsx";
import { diffTexts } from "./merge/diff-texts.ts";
import { WordDiff } from "./merge/word-diff.tsx";
import "./merge/recipes.ts";

/** The texts of a draft. */
interface Texts {
  title: string;
  /** Of an article. */
  dek?: string;
  /** Of a job. */
  summary?: string;
  markdown: string;
}

/** Two states of an article or a job, with the words marked that differ. */
export function CompareDialog({ before, after, onClose }: { before: Texts; after: Texts; onClose: () => void }) {
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
      {leadOf(before) !== leadOf(after) && <WordDiff parts={diffTexts(leadOf(before), leadOf(after))} />}
      <WordDiff parts={diffTexts(before.markdown, after.markdown)} />
    </Dialog>
  );
}

function leadOf({ dek, summary }: Texts): string {
  return dek ?? summary ?? "";
}

import { useEffect, useState } from "react";
import { mergeDrafts, type MergedDraft } from "../merge/merge-drafts.ts";
import { areSame } from "../merge/same-draft.ts";
import { type Copy, dropCopy, findCopies } from "../saving/local-copies.ts";
import type { SaverState } from "../saving/saver-state.ts";
import type { Saver } from "../saving/saver.ts";
import type { ArticleView } from "./article.tsx";

export interface FoundCopy {
  copy: Copy;
  /** The copy with what has been saved and written since. */
  merge: () => MergedDraft;
  /** Deletes it: it was used, or nobody wants it. */
  drop: () => void;
}

/** What was written in the article on this device and is not saved, newest first: the first one to ask about. */
export function useCopies({ id, account }: ArticleView, saver: Saver, { newest }: SaverState): FoundCopy | null {
  const [copies, setCopies] = useState<Copy[]>([]);

  useEffect(
    () =>
      findCopies({ account: account.id, article: id }, (copy) =>
        setCopies((found) => [...found, copy].toSorted((a, b) => b.at - a.at)),
      ),
    [id, account.id],
  );

  // What the site has after all, such as by a save that outlived its page, is no question.
  const stored = copies.filter(({ draft }) => areSame(draft, newest.draft));
  useEffect(() => {
    for (const copy of stored) void dropCopy(copy.id).catch(() => {});
  });

  const copy = copies.find((each) => !stored.includes(each));
  if (!copy) return null;
  return {
    copy,
    merge: () => mergeDrafts({ base: copy.base, mine: copy.draft, theirs: saver.read().draft }),
    drop() {
      void dropCopy(copy.id).catch(() => {});
      setCopies((found) => found.filter((each) => each !== copy));
    },
  };
}

import { useEffect, useState } from "react";
import { type FieldGroups, mergeDrafts, type MergedDraft } from "../merge/merge-drafts.ts";
import { areSame } from "../merge/same-draft.ts";
import { type Copy, dropCopy, findCopies } from "./local-copies.ts";
import type { Newest, Stored } from "./answers.ts";
import type { SaverState } from "./saver-state.ts";
import type { Saver } from "./saver.ts";

export interface FoundCopy<Now extends Stored = Newest> {
  copy: Copy<Now["draft"]>;
  /** The copy with what has been saved and written since. */
  merge: () => MergedDraft<Now["draft"]>;
  /** Deletes it: it was used, or nobody wants it. */
  drop: () => void;
}

/** What was written in an article or a job on this device and is not saved, newest first: the first one to ask about. */
export function useCopies<Now extends Stored>(
  { id, account, groups }: { id: string; account: { id: string }; groups: FieldGroups<Now["draft"]> },
  saver: Saver<Now>,
  { newest }: SaverState<Now>,
): FoundCopy<Now> | null {
  const [copies, setCopies] = useState<Copy<Now["draft"]>[]>([]);

  useEffect(
    () =>
      findCopies<Now["draft"]>({ account: account.id, article: id }, (copy) =>
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
    merge: () => mergeDrafts({ base: copy.base, mine: copy.draft, theirs: saver.read().draft }, groups),
    drop() {
      void dropCopy(copy.id).catch(() => {});
      setCopies((found) => found.filter((each) => each !== copy));
    },
  };
}

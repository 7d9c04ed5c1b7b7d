import type { RefObject } from "react";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import type { ArticleEditorHandle } from "#app/writing-kit/editor/types.ts";
import { insightGroups } from "#app/writing-kit/merge/merge-drafts.ts";
import { buildLivePath } from "#app/writing-kit/saving/send-change.ts";
import { useWriting } from "#app/writing-kit/saving/use-writing.ts";
import type { ArticleView } from "./article.tsx";
import { takeSlugTypedEarly } from "./typed-early.ts";

/** The saver of a page, and what it says; a key in the text is no news (`readCalmly`). */
export function useSaver(
  { id, account, newest }: ArticleView,
  { editor, refused }: { editor: RefObject<ArticleEditorHandle | null>; refused: Refusal | null },
) {
  return useWriting(
    { id, account, newest, path: buildLivePath(id), groups: insightGroups },
    {
      editor,
      typed:
        refused?.answers?.["markdown"] === undefined
          ? null
          : { fields: readFields(refused), isLate: refused.status === 409 },
      takeTypedEarly() {
        const slug = takeSlugTypedEarly();
        return slug === null ? null : { slug };
      },
    },
  );
}

/** The fields that a form without script has. */
type PlainFields = Pick<InsightDraft, "title" | "dek" | "slug" | "markdown">;

/** What a form without script has sent and was not saved. */
function readFields({ answers }: Refusal): Partial<PlainFields> {
  const names = ["title", "dek", "slug", "markdown"] as const;
  const sent = names.map((name) => [name, readAnswer(answers, name)?.replaceAll("\r\n", "\n")]);
  return Object.fromEntries(sent.filter(([, text]) => text !== undefined)) as Partial<PlainFields>;
}

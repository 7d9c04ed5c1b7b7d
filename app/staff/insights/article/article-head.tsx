import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { isPictureCover } from "../cover/make-cover.ts";
import { makeSeed } from "../panel/drawn-cover.tsx";
import { PlainText } from "#app/writing-kit/plain-text.tsx";
import "#app/writing-kit/recipes.ts";

interface ArticleHeadProps {
  draft: InsightDraft;
  onChange: (patch: Partial<InsightDraft>) => void;
}

/** Cover, title and dek, where readers see them. */
export function ArticleHead({ draft: { title, dek, cover, pictures }, onChange }: ArticleHeadProps) {
  return (
    <>
      {pictures && (
        <figure className="editor-cover">
          <img src={`/media/${pictures.wide}`} alt="" width={1440} height={520} />
          {cover && !isPictureCover(cover) && (
            <Button
              isSmall
              className="needs-js"
              icon="shuffle"
              onClick={() => onChange({ cover: { ...cover, seed: makeSeed() }, pictures: null })}
            >
              New seed
            </Button>
          )}
        </figure>
      )}
      <PlainText
        className="article-title"
        name="title"
        aria-label="Title"
        placeholder="Title"
        rows={1}
        maxLength={200}
        text={title}
        onChange={(text) => onChange({ title: text })}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.form?.querySelector<HTMLElement>("[name=dek]")?.focus();
        }}
      />
      <PlainText
        className="article-dek"
        name="dek"
        aria-label="Summary"
        placeholder="One or two sentences that say what a reader gets"
        rows={1}
        maxLength={300}
        text={dek}
        onChange={(text) => onChange({ dek: text })}
      />
    </>
  );
}

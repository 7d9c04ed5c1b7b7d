import type { PostDraft } from "#worker/insights/post-draft.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { isPictureCover } from "../cover/make-cover.ts";
import { makeSeed } from "../panel/drawn-cover.tsx";

interface ArticleHeadProps {
  draft: PostDraft;
  onChange: (patch: Partial<PostDraft>) => void;
}

/** Cover, title and dek, where readers see them. */
export function ArticleHead({ draft: { title, dek, cover, pictures }, onChange }: ArticleHeadProps) {
  return (
    <>
      {pictures && (
        <figure className="article-cover">
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
      <textarea
        className="article-title"
        name="title"
        aria-label="Title"
        placeholder="Title"
        rows={1}
        maxLength={200}
        value={title}
        onChange={({ target }) => onChange({ title: target.value })}
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
        value={dek}
        onChange={({ target }) => onChange({ dek: target.value })}
      />
    </>
  );
}

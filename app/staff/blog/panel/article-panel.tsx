import { KitField } from "#app/staff-kit/field.tsx";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import type { Known } from "#worker/insights/read-editing.ts";

interface ArticlePanelProps {
  draft: PostDraft;
  onChange: (patch: Partial<PostDraft>) => void;
  known: Known;
  /** What the server did not take, by field. */
  faults: Readonly<Record<string, string>>;
}

/** Everything of an article but its text. */
export function ArticlePanel({ draft, onChange, faults }: ArticlePanelProps) {
  return (
    <KitField label="Address" hint={`/insights/${draft.slug}`} error={faults["slug"]}>
      {(ties) => (
        <input
          {...ties}
          className="kit-input"
          name="slug"
          form="article-form"
          value={draft.slug}
          onChange={({ target }) => onChange({ slug: target.value })}
        />
      )}
    </KitField>
  );
}

import type { Refusal } from "#shared/pages/refusal.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Newest } from "#app/writing-kit/saving/answers.ts";
import "#app/writing-kit/recipes.ts";
import "#app/staff/recipes.ts";

/** The buttons of the form where no script saves by itself, and what somebody else has saved meanwhile. */
export function PlainActions({ newest, refused }: { newest: Newest; refused: Refusal | null }) {
  if (useHydrated()) return null;
  return (
    <>
      {refused?.status === 409 && (
        <details open>
          <summary>The article as {newest.editedBy ?? "somebody else"} saved it</summary>
          <p>Take over what you need. When you save, your text takes its place; this one stays among the revisions.</p>
          <pre className="article-theirs">{newest.draft.markdown}</pre>
        </details>
      )}
      <p className="staff-actions">
        <button className={nameButton({ kind: "primary" })} name="intent" value="save">
          Save
        </button>
        <button className={nameButton({ kind: "accent" })} name="intent" value="save-and-publish">
          Save and publish now
        </button>
      </p>
    </>
  );
}

import { nameButton } from "#app/staff-kit/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { RefusedOpening } from "./answer-opening.ts";
import type { NewestOpening } from "./newest-opening.ts";
import "#app/writing-kit/recipes.ts";
import "#app/staff/recipes.ts";

/** The buttons of the form where no script saves by itself, and what somebody else has saved meanwhile. */
export function PlainOpeningActions({ newest, refused }: { newest: NewestOpening; refused: RefusedOpening | null }) {
  if (useHydrated()) return null;
  const { status } = newest;
  const isOpen = status === "published" || status === "internal";
  return (
    <>
      {refused?.status === 409 && (
        <details open>
          <summary>The job as {newest.editedBy ?? "somebody else"} saved it</summary>
          <p>Take over what you need. When you save, your text takes its place.</p>
          <pre className="article-theirs">{newest.draft.markdown}</pre>
        </details>
      )}
      <p className="staff-actions">
        <button className={nameButton({ kind: "primary" })} name="intent" value="save">
          Save
        </button>
        <button className={nameButton({ kind: "accent" })} name="intent" value={isOpen ? "show" : "publish"}>
          {isOpen ? "Save and publish the changes" : "Save and publish now"}
        </button>
        {status !== "internal" && (
          <button className={nameButton()} name="intent" value="internal">
            Save and show to colleagues only
          </button>
        )}
        {isOpen && (
          <button className={nameButton({ kind: "danger" })} name="intent" value="close">
            Save and close
          </button>
        )}
      </p>
    </>
  );
}

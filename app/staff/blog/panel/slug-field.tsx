import { useEffect, useMemo, useState } from "react";
import { makeFreeSlug, makeSlug } from "#app/shared/make-slug.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { nameControl } from "./panel-parts.ts";

interface SlugFieldProps {
  title: string;
  slug: string;
  /** The last part of the address that readers know; null before the first publication. */
  liveSlug: string | null;
  /** Those of other articles. */
  taken: readonly string[];
  origin: string;
  /** Why the server did not take it. */
  fault: string | undefined;
  onChange: (slug: string) => void;
}

/** The address of an article. It follows the title until somebody sets it, or readers know it. */
export function SlugField({ title, slug, liveSlug, taken, origin, fault, onChange }: SlugFieldProps) {
  const others = useMemo(() => new Set(taken), [taken]);
  const made = makeSlug(title) && makeFreeSlug(makeSlug(title), others);
  const [follows, setFollows] = useState(liveSlug === null && (slug === made || /^untitled(-|$)/.test(slug)));
  // What is typed and no address yet; null while the address itself is shown.
  const [typed, setTyped] = useState<string | null>(null);

  useEffect(() => {
    if (follows && made !== "" && made !== slug) onChange(made);
  }, [follows, made, slug, onChange]);

  function type(text: string) {
    setFollows(false);
    const next = text.toLowerCase().replaceAll(/[\s_/.]+/g, "-");
    setTyped(next);
    if (isSlug(next)) onChange(next);
  }

  function leave() {
    const mended = typed === null ? "" : makeSlug(typed);
    if (mended !== "" && mended !== slug) onChange(mended);
    setTyped(null);
  }

  const shown = typed ?? slug;
  return (
    <div className="panel-slug">
      <KitField
        label="Address"
        id={nameControl("slug")}
        error={findFault(shown, others) ?? fault}
        hint={explain({ slug, liveSlug, follows })}
      >
        {(ties) => (
          <div className="kit-box panel-address">
            <span id={`${ties.id}-start`}>{new URL(origin).host}/insights/</span>
            <input
              {...ties}
              // Without script the form of the page sends it.
              name="slug"
              form="article-form"
              aria-describedby={[`${ties.id}-start`, ties["aria-describedby"]].filter(Boolean).join(" ")}
              value={shown}
              onChange={({ target }) => type(target.value)}
              onBlur={leave}
              maxLength={120}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
      </KitField>
      {!follows && made !== "" && made !== slug && (
        <Button
          isSmall
          onClick={() => {
            setTyped(null);
            if (liveSlug === null) setFollows(true);
            onChange(made);
          }}
        >
          Make it from the title
        </Button>
      )}
    </div>
  );
}

function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

function findFault(text: string, others: ReadonlySet<string>): string | undefined {
  if (!isSlug(text)) return "Small letters, digits and single hyphens.";
  return others.has(text) ? "Another article has this address." : undefined;
}

function explain({ slug, liveSlug, follows }: { slug: string; liveSlug: string | null; follows: boolean }): string {
  if (liveSlug === null)
    return follows ? "It follows the title. Nobody knows it yet." : "Nobody knows it yet, so it can change freely.";
  if (slug === liveSlug) return "Readers know it. Should it change, the old address leads to the new one.";
  return `Once this is published, /insights/${liveSlug} leads here: links and bookmarks keep working.`;
}

import { useEffect, useState } from "react";
import { makeSlug } from "#shared/text/make-slug.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { type FreeSlug, useFreeSlug } from "../addresses/use-free-slug.ts";
import type { DraftChange } from "./panel-parts.ts";

interface Article {
  id: string;
  draft: Pick<InsightDraft, "title" | "slug">;
  /** The last part of the address that readers know; null before the first publication. */
  liveSlug: string | null;
  /** Why the server did not take the slug. */
  fault: string | undefined;
  onChange: DraftChange;
}

/** The address of an article while it is written: what its field shows, and what the site says of it. */
export interface Address {
  slug: string;
  liveSlug: string | null;
  /** What is typed, or the address itself. */
  shown: string;
  fault: string | undefined;
  phase: FreeSlug["phase"];
  /** The free slug nearest to `slug`, where another article has that; null where it is free or nobody knows. */
  instead: string | null;
  /** True while it follows the title. */
  follows: boolean;
  /** What the title makes; "" where its letters make nothing, or this is the address already. */
  fromTitle: string;
  type: (text: string) => void;
  leave: () => void;
  /** Takes one that was offered. */
  take: (slug: string) => void;
  follow: () => void;
}

/** The address follows the title until somebody sets it, or readers know it; where another article has it, the next free one. */
export function useAddress({ id, draft: { title, slug }, liveSlug, fault, onChange }: Article): Address {
  const made = makeSlug(title);
  const [follows, setFollows] = useState(liveSlug === null && (isMadeOf(slug, made) || /^untitled(-|$)/.test(slug)));
  // What is typed and no address yet; null while the address itself is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const isFollowing = follows && made !== "";
  const [first] = useState(slug);
  // The stored address of a draft, and the one that readers know, are nobody else's.
  const isOwn = slug === liveSlug || (liveSlug === null && slug === first && fault === undefined);
  const asked = isFollowing ? made : slug;
  const { phase, free } = useFreeSlug(id, (isOwn && isMadeOf(slug, asked)) || !isSlug(asked) ? null : asked, fault);
  // Where no answer comes it may be saved as it is: the server refuses what another article has.
  const unasked = phase === "asking" || isMadeOf(slug, made) ? slug : made;
  const wanted = isFollowing ? (free ?? unasked) : slug;

  useEffect(() => {
    if (wanted !== slug) onChange({ slug: wanted });
  }, [wanted, slug, onChange]);

  function set(next: string) {
    if (next !== slug) onChange({ slug: next });
  }

  return {
    slug,
    liveSlug,
    shown: typed ?? slug,
    fault,
    phase,
    instead: !isFollowing && free !== null && free !== slug ? free : null,
    follows,
    fromTitle: isFollowing || isMadeOf(slug, made) ? "" : made,
    type(text) {
      setFollows(false);
      const next = text.toLowerCase().replaceAll(/[\s_/.]+/g, "-");
      setTyped(next);
      if (isSlug(next)) set(next);
    },
    leave() {
      const mended = typed === null ? "" : makeSlug(typed);
      if (mended !== "") set(mended);
      setTyped(null);
    },
    take(next) {
      setTyped(null);
      set(next);
    },
    follow() {
      setTyped(null);
      if (liveSlug === null) setFollows(true);
      else set(made);
    },
  };
}

export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** Whether `slug` is what a title makes, with a number or not: "forecast" or "forecast-2". */
function isMadeOf(slug: string, made: string): boolean {
  return made !== "" && slug.startsWith(made) && /^(-\d+)?$/.test(slug.slice(made.length));
}

import { useState } from "react";
import { makeSlug } from "#shared/text/make-slug.ts";
import { KitInput } from "#app/staff-kit/field.tsx";
import type { PlannedPost } from "./flow/plan.ts";

interface SlugChoiceProps {
  post: PlannedPost;
  /** Gives the post this address; resolves to why it cannot have it, or null. */
  choose: (post: PlannedPost, slug: string) => Promise<string | null>;
}

/** The address of a post whose own is taken: a proposal, which can be changed before anything is stored. */
export function SlugChoice({ post, choose }: SlugChoiceProps) {
  const { title, slug, wanted } = post;
  // What is typed and is not its address.
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function leave() {
    if (typed === null) return;
    const next = makeSlug(typed) || typed;
    setTyped(next);
    const why = next === slug ? null : await choose(post, next);
    setFault(why && `${why} It stays ${slug}.`);
    // What is typed meanwhile stays.
    if (why === null) setTyped((now) => (now === next ? null : now));
  }

  return (
    <KitInput
      label={`Address of ${title || "an article without a title"}`}
      hint={`/insights/${wanted} is taken.`}
      error={fault ?? undefined}
      value={typed ?? slug}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => void leave()}
      onKeyDown={({ key }) => key === "Enter" && void leave()}
      maxLength={120}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

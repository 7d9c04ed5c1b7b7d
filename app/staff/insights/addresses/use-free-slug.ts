import { useEffect, useState } from "react";
import { askAddresses } from "./ask-addresses.ts";

/** The site is asked once nothing has been typed for this long, in milliseconds. */
const pause = 300;

type SlugPhase = "known" | "asking" | "waiting" | "failed";

export interface FreeSlug {
  phase: SlugPhase;
  /** The slug that was asked about, or the next one that is free; null before the answer. */
  free: string | null;
}

interface Answer extends FreeSlug {
  slug: string;
  doubt: string | undefined;
}

/**
 * Whether `slug` is free for the article `id`, asked while it is typed: the question for an older one is cancelled, and a lost
 * network is waited for. Null asks nothing. With another `doubt` the site is asked again.
 */
export function useFreeSlug(id: string, slug: string | null, doubt?: string): FreeSlug {
  const [answer, setAnswer] = useState<Answer | null>(null);

  useEffect(() => {
    if (slug === null) return undefined;
    const stop = new AbortController();
    const tell = (phase: SlugPhase, free: string | null) =>
      stop.signal.aborted || setAnswer({ slug, doubt, phase, free });
    const wait = () => void tell("waiting", null);
    const timer = setTimeout(() => {
      askAddresses(id, { slug }, { signal: stop.signal, wait }).then(
        ({ freeSlug }) => tell("known", freeSlug),
        () => tell("failed", null),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, slug, doubt]);

  if (slug === null) return { phase: "known", free: null };
  return answer?.slug === slug && answer.doubt === doubt ? answer : { phase: "asking", free: null };
}

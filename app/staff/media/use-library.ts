import { useEffect, useState } from "react";
import type { MediaSummary } from "#shared/media/media-library.ts";

interface Found {
  items: MediaSummary[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** How long a typed word rests before it is looked for, in milliseconds. */
const rest = 250;

/** The pictures of the library with `words` in their texts, page by page. */
export function useLibrary(words: string) {
  const [found, setFound] = useState<Found | null>(null);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        setFailed(false);
        read(words, null, stop.signal).then(setFound, () => setFailed(!stop.signal.aborted));
      },
      words === "" ? 0 : rest,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words]);

  return {
    found,
    isFailed,
    async retry() {
      setFailed(false);
      await read(words, null, null).then(setFound, () => setFailed(true));
    },
    async readMore() {
      if (!found?.next) return;
      const more = await read(words, found.next, null).catch(() => null);
      setFailed(more === null);
      if (more) setFound({ items: [...found.items, ...more.items], next: more.next });
    },
  };
}

async function read(words: string, after: string | null, signal: AbortSignal | null): Promise<Found> {
  const query = new URLSearchParams({ q: words, ...(after !== null && { after }) });
  const answer = await fetch(`/blog-management/media-files?${query}`, { signal, redirect: "manual" });
  if (!answer.ok) throw new Error(`The library answered ${answer.status}.`);
  return (await answer.json()) as Found;
}

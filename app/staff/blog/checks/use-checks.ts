import { useEffect, useRef, useState } from "react";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import type { CheckedSite, CheckInput, Examined } from "./check-article.ts";
import type { CheckOrder } from "./checks-worker.ts";

/** The article is checked once nothing has changed for this long, in milliseconds. */
const pause = 400;

const none: KnownSite = { pages: [], takenSlugs: [], origin: "" };

/** What the page's loader tells of the site, for the checks. */
export interface KnownSite {
  /** Paths of pages that may be linked to. */
  pages: readonly string[];
  /** Slugs of other articles. */
  takenSlugs: readonly string[];
  /** Address of the site, such as "https://example.com". */
  origin: string;
}

export type Checks = Examined & {
  /** The draft that was checked: where it is not the one on the page, a newer answer is on its way. */
  of: PostDraft;
};

/**
 * What is to be put right before the article is published, brought up to date shortly after each change, beside the page.
 * Null before the first answer. The server checks again before it publishes.
 */
export function useChecks(
  site: KnownSite,
  { draft, titleContrast = null, times }: Omit<CheckInput, keyof CheckedSite>,
): Checks | null {
  const worker = useRef<{ port: Worker; knows: KnownSite }>(null);
  const [checks, setChecks] = useState<Checks | null>(null);
  const { publishAt = null, unpublishAt = null } = times ?? {};

  useEffect(
    () => () => {
      worker.current?.port.terminate();
      worker.current = null;
    },
    [],
  );

  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      worker.current ??= {
        port: new Worker(new URL("checks-worker.ts", import.meta.url), { type: "module" }),
        knows: none,
      };
      const { port, knows } = worker.current;
      if (knows !== site) port.postMessage({ site } satisfies CheckOrder);
      worker.current.knows = site;
      const onAnswer = ({ data }: MessageEvent<Examined>) => setChecks({ ...data, of: draft });
      port.addEventListener("message", onAnswer, { once: true, signal: stop.signal });
      const input = { draft, titleContrast, times: { publishAt, unpublishAt } };
      port.postMessage({ input } satisfies CheckOrder);
    }, pause);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [site, draft, titleContrast, publishAt, unpublishAt]);

  return checks;
}

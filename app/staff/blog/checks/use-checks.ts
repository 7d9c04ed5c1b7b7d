import { useEffect, useRef, useState } from "react";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import type { CheckedSite, CheckInput, Examined } from "#app/shared/article-checks/check-article.ts";
import type { CheckOrder } from "./checks-worker.ts";
import type { Saver } from "../saving/saver.ts";
import { startChecks } from "./start-checks.client.ts";

/**
 * The article is checked once nothing has changed for this long, in milliseconds: longer than the editor takes to tell of the
 * next change (useRichText) while somebody types.
 */
const pause = 700;

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
 * Null before the first answer. The server checks again before it publishes. The draft is followed without being rendered.
 */
export function useChecks(
  site: KnownSite,
  { subscribe, read }: Pick<Saver, "subscribe" | "read">,
  { titleContrast = null, times }: Omit<CheckInput, keyof CheckedSite | "draft">,
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
    let asked: PostDraft | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = new AbortController();

    function ask(draft: PostDraft): void {
      worker.current ??= { port: startChecks(), knows: none };
      const { port, knows } = worker.current;
      if (knows !== site) port.postMessage({ site } satisfies CheckOrder);
      worker.current.knows = site;
      const onAnswer = ({ data }: MessageEvent<Examined>) => setChecks({ ...data, of: draft });
      port.addEventListener("message", onAnswer, { once: true, signal: stop.signal });
      const input = { draft, titleContrast, times: { publishAt, unpublishAt } };
      port.postMessage({ input } satisfies CheckOrder);
    }

    /** Waits with the question until nothing has changed for a moment; an answer to an older one is not heard. */
    function wait(): void {
      const { draft } = read();
      if (draft === asked) return;
      asked = draft;
      stop.abort();
      stop = new AbortController();
      clearTimeout(timer);
      timer = setTimeout(() => ask(draft), pause);
    }

    wait();
    const leave = subscribe(wait);
    return () => {
      leave();
      stop.abort();
      clearTimeout(timer);
    };
  }, [site, subscribe, read, titleContrast, publishAt, unpublishAt]);

  return checks;
}

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import {
  type Checked,
  type CheckInput,
  type Examined,
  settleDoubts,
} from "#shared/insights/article-checks/check-article.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { type BookPhase, openAddressBook } from "../addresses/address-book.ts";
import { askAddresses } from "../addresses/ask-addresses.ts";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import type { CheckAnswer, CheckOrder } from "./checks-worker.ts";
import { startChecks } from "./start-checks.client.ts";

/**
 * The article is checked once nothing has changed for this long, in milliseconds: longer than the editor takes to tell of the
 * next change (useRichText) while somebody types.
 */
const pause = 700;

export type Checks = Checked & {
  /** The draft that was checked: where it is not the one on the page, a newer answer will follow. */
  of: InsightDraft;
  /** How far the site's answers are about the addresses of the article and its links. */
  addresses: BookPhase;
};

interface Known extends Required<Omit<CheckInput, "draft">> {
  /** Of the article. */
  id: string;
  /** The slug of the draft, where another article has it; null where it is free, or nobody knows. */
  takenSlug: string | null;
  /** True while the site is asked about the address of the article. */
  isSlugAsked: boolean;
}

/**
 * What is to be put right before the article is published, brought up to date shortly after each change: its text beside
 * the page, its links by the site. Null before the first answer. The server checks again before it publishes. The draft
 * is followed without being rendered.
 */
export function useChecks(
  { id, takenSlug, isSlugAsked, ...known }: Known,
  saver: Pick<Saver, "subscribe" | "read">,
): Checks | null {
  const examined = useExamined(known, saver);
  const [opened] = useState(() => openAddressBook((some, asking) => askAddresses(id, { addresses: some }, asking)));
  const book = useSyncExternalStore(opened.subscribe, opened.read, opened.read);

  useEffect(() => {
    if (examined) opened.lookUp(examined.doubts.map(({ address }) => address));
  }, [examined, opened]);

  useEffect(() => {
    // The writer may come back from where a missing page was made.
    addEventListener("focus", opened.refresh);
    addEventListener("online", opened.refresh);
    return () => {
      removeEventListener("focus", opened.refresh);
      removeEventListener("online", opened.refresh);
      opened.close();
    };
  }, [opened]);

  return useMemo(() => {
    if (!examined) return null;
    const readLack = (address: string) => book.answers.get(address);
    const isKnown = examined.doubts.every(({ address }) => book.answers.has(address));
    // Before it is asked, a new link is no more known than after.
    const links = isKnown ? "known" : book.phase === "known" ? "asking" : book.phase;
    const checked = settleDoubts(examined, { readLack, takenSlug });
    return { ...checked, of: examined.of, addresses: isSlugAsked ? "asking" : links };
  }, [examined, book, takenSlug, isSlugAsked]);
}

/** What the draft says of itself, by a worker. */
function useExamined(
  { origin, titleContrast, times }: Required<Omit<CheckInput, "draft">>,
  { subscribe, read }: Pick<Saver, "subscribe" | "read">,
): (Examined & { of: InsightDraft }) | null {
  const worker = useRef<Worker>(null);
  const turn = useRef(0);
  const [examined, setExamined] = useState<(Examined & { of: InsightDraft }) | null>(null);
  const { publishAt, unpublishAt } = times;

  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );

  useEffect(() => {
    let asked: InsightDraft | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let heard = new AbortController();

    function ask(draft: InsightDraft): void {
      worker.current ??= startChecks();
      heard.abort();
      heard = new AbortController();
      turn.current += 1;
      const own = turn.current;
      const onAnswer = ({ data }: MessageEvent<CheckAnswer>) => {
        // An answer to an older question is no answer to this one.
        if (data.turn === own) setExamined({ ...data.examined, of: draft });
      };
      worker.current.addEventListener("message", onAnswer, { signal: heard.signal });
      const input = { draft, origin, titleContrast, times: { publishAt, unpublishAt } };
      worker.current.postMessage({ turn: own, input } satisfies CheckOrder);
    }

    /** Waits with the question until nothing has changed for a moment. */
    function wait(): void {
      const { draft } = read();
      if (draft === asked) return;
      asked = draft;
      clearTimeout(timer);
      timer = setTimeout(() => ask(draft), pause);
    }

    wait();
    const leave = subscribe(wait);
    return () => {
      leave();
      heard.abort();
      clearTimeout(timer);
    };
  }, [origin, subscribe, read, titleContrast, publishAt, unpublishAt]);

  return examined;
}

import type { Lack } from "#shared/insights/article-checks/check-link.ts";
import { mostAddresses } from "./ask-addresses.ts";

/** How far the answers are; "waiting" is for the network, "failed" until something is looked up again. */
export type BookPhase = "known" | "asking" | "waiting" | "failed";

export interface Book {
  phase: BookPhase;
  /** What was answered, by address; "nothing" is missing where it leads somewhere. */
  answers: ReadonlyMap<string, Lack | "nothing">;
}

/** Asks the site about at most `mostAddresses`. */
type AskSite = (
  addresses: readonly string[],
  asking: { signal: AbortSignal; wait: () => void },
) => Promise<{ lacks: Record<string, Lack> }>;

/**
 * Which addresses of this site lead somewhere: each is asked about once, and again after an error. One question at a time;
 * what is looked up meanwhile is asked after it.
 */
export function openAddressBook(askSite: AskSite) {
  const listeners = new Set<() => void>();
  let book: Book = { phase: "known", answers: new Map() };
  let wanted: readonly string[] = [];
  /** Addresses whose answer may be out of date; it counts until there is another. */
  let old = new Set<string>();
  let stop: AbortController | null = null;

  function change(next: Partial<Book>): void {
    book = { ...book, ...next };
    for (const listener of listeners) listener();
  }

  const listUnknown = () =>
    [...new Set(wanted)].filter((address) => !book.answers.has(address) || old.has(address)).slice(0, mostAddresses);

  async function askAll(signal: AbortSignal): Promise<void> {
    for (let unknown = listUnknown(); unknown.length > 0; unknown = listUnknown()) {
      // What is asked again keeps its answer meanwhile.
      if (unknown.some((address) => !book.answers.has(address))) change({ phase: "asking" });
      const { lacks } = await askSite(unknown, { signal, wait: () => signal.aborted || change({ phase: "waiting" }) });
      if (signal.aborted) return;
      for (const address of unknown) old.delete(address);
      const answered = unknown.map((address) => [address, lacks[address] ?? "nothing"] as const);
      change({ answers: new Map([...book.answers, ...answered]) });
    }
    change({ phase: "known" });
  }

  async function go(): Promise<void> {
    if (stop || listUnknown().length === 0) return;
    const own = new AbortController();
    stop = own;
    try {
      await askAll(own.signal);
    } catch {
      if (!own.signal.aborted) change({ phase: "failed" });
    } finally {
      if (stop === own) stop = null;
      // What was looked up at the last moment.
      if (!own.signal.aborted && book.phase === "known") void go();
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => book,
    /** Asks about those of `addresses` that nobody has asked about; whatever failed before is tried again. */
    lookUp(addresses: readonly string[]): void {
      wanted = addresses;
      void go();
    },
    /** Asks again about what was missing, as it may have been made since, and about what failed. */
    refresh(): void {
      old = new Set([...book.answers].filter(([, lack]) => lack !== "nothing").map(([address]) => address));
      void go();
    },
    /** Cancels running requests. The book may be used again. */
    close(): void {
      stop?.abort();
      stop = null;
    },
  };
}

import { useEffect, useState } from "react";
import { isSearched } from "#shared/pages/list.ts";
import type { PaletteGroup, PaletteSource } from "./palette-sources.ts";

/** Sources are asked once nothing has been typed for this long, in milliseconds. */
const pause = 200;

interface Answer {
  query: string;
  groups: readonly PaletteGroup[];
  hasFailed: boolean;
}

const nothing: Answer = { query: "", groups: [], hasFailed: false };

/** What `sources` find for `query`, from two letters on, or one sign of a language without letters. One that fails takes nothing from the others. */
export function useFoundRecords(query: string, sources: readonly PaletteSource[]) {
  const [answer, setAnswer] = useState(nothing);
  const isAsked = isSearched(query) && sources.length > 0;

  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void Promise.allSettled(sources.map((search) => search(query, stop.signal))).then((results) => {
        if (stop.signal.aborted) return;
        const groups = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
        const hasFailed =
          results.some(({ status }) => status === "rejected") || groups.some(({ items }) => items === null);
        setAnswer({ query, groups, hasFailed });
      });
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isAsked, query, sources]);

  const isCurrent = isAsked && answer.query === query;
  return {
    groups: isCurrent ? answer.groups : nothing.groups,
    hasFailed: isCurrent && answer.hasFailed,
    isLoading: isAsked && !isCurrent,
  };
}

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ShownSearch } from "#shared/search/site-search.ts";

/** Milliseconds without a key before what is typed is asked for. */
const pause = 120;
/** Milliseconds after which an answer is waited for no longer. */
const patience = 15_000;

interface TypedSearch {
  /** The newest answer; it may be to what was typed a moment ago. */
  found: ShownSearch | null;
  isLoading: boolean;
  problem: "none" | "failed" | "limited";
  retry: () => void;
}

/**
 * Searches for what is being typed. One request runs at a time: what was typed meanwhile is asked for after it, the
 * newest alone, and the answer before it stays until then.
 */
export function useTypedSearch(text: string): TypedSearch {
  const [found, setFound] = useState<ShownSearch | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<TypedSearch["problem"]>("none");
  const wanted = useRef("");
  const running = useRef<AbortController>(undefined);

  async function ask(): Promise<void> {
    if (running.current || wanted.current === "") return;
    const asked = wanted.current;
    const control = new AbortController();
    running.current = control;
    setIsLoading(true);
    const outcome = await fetchFound(asked, control.signal);
    if (control.signal.aborted) return;
    running.current = undefined;
    const isNewest = wanted.current === asked;
    setIsLoading(!isNewest && wanted.current !== "");
    if (typeof outcome === "object") {
      if (wanted.current !== "") setFound(outcome);
      setProblem("none");
    } else if (isNewest) setProblem(outcome);
    if (!isNewest) await ask();
  }

  const onPause = useEffectEvent(() => {
    if (wanted.current !== "") return void ask();
    setFound(null);
    setProblem("none");
    setIsLoading(false);
  });

  useEffect(() => {
    wanted.current = text.trim() === "" ? "" : text;
    if (wanted.current === "") {
      running.current?.abort();
      running.current = undefined;
    }
    const timer = setTimeout(() => onPause(), wanted.current === "" ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(
    () => () => {
      wanted.current = "";
      running.current?.abort();
    },
    [],
  );

  return { found, isLoading, problem, retry: () => void ask() };
}

async function fetchFound(text: string, closed: AbortSignal): Promise<ShownSearch | "failed" | "limited"> {
  try {
    const signal = AbortSignal.any([closed, AbortSignal.timeout(patience)]);
    const response = await fetch(`/api/search?${new URLSearchParams({ q: text, typing: "1" })}`, { signal });
    if (response.status === 429) return "limited";
    return response.ok ? ((await response.json()) as ShownSearch) : "failed";
  } catch {
    return "failed";
  }
}

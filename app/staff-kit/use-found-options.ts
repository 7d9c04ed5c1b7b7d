// Bundle: staff
import { normalizeText } from "#shared/text/normalize-text.ts";
import { useEffect, useMemo, useState } from "react";
import type { Option } from "./combobox.tsx";

/** The server is asked once nothing has been typed for this long, in milliseconds. */
const pause = 200;

interface Answer {
  query: string;
  options: readonly Option[];
  failed: boolean;
}

/** The options that match `text`: out of `options`, or as `search` answers. A late answer to an older text is dropped. */
export function useFoundOptions({
  text,
  options,
  search,
}: {
  text: string;
  options: readonly Option[];
  search: ((query: string, signal: AbortSignal) => Promise<readonly Option[]>) | undefined;
}): { found: readonly Option[]; state: "idle" | "loading" | "failed" } {
  const query = text.trim();
  const [answer, setAnswer] = useState<Answer>({ query: "", options, failed: false });

  useEffect(() => {
    if (!search || query === "") return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      search(query, stop.signal).then(
        (found) => !stop.signal.aborted && setAnswer({ query, options: found, failed: false }),
        () => !stop.signal.aborted && setAnswer({ query, options: [], failed: true }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, search]);

  const matching = useMemo(() => options.filter(({ name }) => includesText(name, query)), [options, query]);
  if (!search || query === "") return { found: matching, state: "idle" };
  if (answer.query !== query) return { found: matching, state: "loading" };
  return { found: answer.options, state: answer.failed ? "failed" : "idle" };
}

/** Whether `text` holds `part`, whatever their case and accents. */
export function includesText(text: string, part: string): boolean {
  return simplify(text).includes(simplify(part));
}

function simplify(text: string): string {
  return normalizeText(text, "NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

import type { MarkedText } from "#shared/search/site-search.ts";

/** A text in which what was sought stands out, whatever direction it is written in. */
export function Marked({ text, marks }: MarkedText) {
  const parts = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <bdi>
      {parts}
      {text.slice(at)}
    </bdi>
  );
}

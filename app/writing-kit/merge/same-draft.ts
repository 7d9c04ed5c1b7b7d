/**
 * True when the server would store the two alike: it makes one line of titles, and leaves control characters out of
 * everything (worker/insights/insight-draft.ts, worker/hiring/openings/working-draft.ts).
 */
export function areSame(a: object, b: object): boolean {
  return a === b || write(a) === write(b);
}

/** Fields whose text is one line. */
const lines = new Set(
  "title dek coverAlt seoTitle seoDescription summary department requisitionId label hint city region name".split(" "),
);
// oxlint-disable-next-line no-control-regex -- they are what it looks for.
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function write(value: object): string {
  const sorted = Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(sorted, (key, part: unknown) => {
    if (typeof part !== "string") return part;
    return lines.has(key) ? part.replaceAll(/[\p{Cc}\s]+/gu, " ").trim() : part.replaceAll(unprintable, "");
  });
}

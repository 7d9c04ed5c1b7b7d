import type { PreviewedQuery } from "#worker/search/staff/preview-change.ts";

interface EffectRow {
  text: string;
  /** Who asks it: "named by you", "12 times in 30 days". */
  from: string;
  before: readonly string[];
  after: readonly { title: string; move: string }[];
  gone: readonly string[];
}

export interface EffectView {
  summary: string;
  changed: readonly EffectRow[];
  unchanged: readonly string[];
}

interface Sources {
  asked: readonly string[];
  logged: ReadonlyMap<string, number>;
}

/** What a change would do, in words. */
export function toEffectView(
  { queries, leftOut }: { queries: readonly PreviewedQuery[]; leftOut: number },
  { asked, logged }: Sources,
): EffectView {
  const changed = queries.filter(({ isChanged }) => isChanged);
  const tried = queries.length;
  const rest = leftOut > 0 ? ` ${leftOut} more were not tried.` : "";
  return {
    summary:
      tried === 0
        ? "None of the frequent searches and none of yours has these words."
        : `${changed.length} of ${tried} searches that it concerns would show something else.${rest}`,
    changed: changed.map(({ text, before, after }) => {
      const places = new Map(before.map(({ key }, place) => [key, place]));
      const remaining = new Set(after.map(({ key }) => key));
      const times = logged.get(text);
      const from = [asked.includes(text) && "named by you", times !== undefined && `${times} times in 30 days`].filter(
        (part) => part !== false,
      );
      return {
        text,
        from: from.join(", "),
        before: before.map(({ title }) => title),
        after: after.map(({ key, title }, place) => ({ title, move: nameMove(places.get(key), place) })),
        gone: before.filter(({ key }) => !remaining.has(key)).map(({ title }) => title),
      };
    }),
    unchanged: queries.filter(({ isChanged }) => !isChanged).map(({ text }) => text),
  };
}

function nameMove(before: number | undefined, after: number): string {
  if (before === undefined) return "new";
  if (before === after) return "";
  return before > after ? `up ${before - after}` : `down ${after - before}`;
}

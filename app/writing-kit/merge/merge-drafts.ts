import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { type Choice, decideText, mergeTexts, type Part } from "./merge-texts.client.ts";
import { areSame } from "./same-draft.ts";

/** Fields that mean something only together, with their name; all of a draft's but its text. */
export type FieldGroups<Draft extends object> = readonly {
  name: string;
  keys: readonly Exclude<keyof Draft & string, "markdown">[];
}[];

/** Those of an article. */
export const insightGroups = [
  { name: "Title", keys: ["title"] },
  { name: "Summary", keys: ["dek"] },
  { name: "Address", keys: ["slug"] },
  { name: "Category", keys: ["categoryId"] },
  { name: "Authors", keys: ["authorIds"] },
  { name: "Tags", keys: ["tagIds"] },
  { name: "Lead article", keys: ["featured"] },
  { name: "Cover", keys: ["cover", "pictures", "coverAlt"] },
  { name: "Title for search engines", keys: ["seoTitle"] },
  { name: "Description for search engines", keys: ["seoDescription"] },
  { name: "First published at", keys: ["canonicalUrl"] },
  { name: "Hidden from search engines", keys: ["noindex"] },
] as const satisfies FieldGroups<InsightDraft>;

export interface Versions<Draft extends object = InsightDraft> {
  base: Draft;
  mine: Draft;
  theirs: Draft;
}

/** Fields that both changed differently. */
export interface FieldPlace<Draft extends object = InsightDraft> {
  name: string;
  mine: Partial<Draft>;
  theirs: Partial<Draft>;
}

export interface MergedDraft<Draft extends object = InsightDraft> {
  /** Everything that is settled; of a field that is not, mine. Its text is that of `parts` with mine in each place. */
  draft: Draft;
  parts: Part[];
  fields: FieldPlace<Draft>[];
  /** True when nobody has to decide anything. */
  isClean: boolean;
}

/** Merges two drafts that were made from `base`: the text by blocks, everything else by field. */
export function mergeDrafts<Draft extends { markdown: string }>(
  { base, mine, theirs }: Versions<Draft>,
  groups: FieldGroups<Draft>,
): MergedDraft<Draft> {
  type Group = Partial<Draft>;
  const parts = mergeTexts({ base: base.markdown, mine: mine.markdown, theirs: theirs.markdown });
  const fields: FieldPlace<Draft>[] = [];
  const settled = groups.map(({ name, keys }): Group => {
    const [before, ours, others] = [base, mine, theirs].map((draft) => pick(draft, keys)) as [Group, Group, Group];
    if (areSame(ours, before)) return others;
    if (!areSame(others, before) && !areSame(ours, others)) fields.push({ name, mine: ours, theirs: others });
    return ours;
  });
  const draft: Draft = Object.assign({}, mine, ...settled, {
    markdown: decideText(
      parts,
      parts.map(() => "mine" as const),
    ),
  });
  return { draft, parts, fields, isClean: fields.length === 0 && parts.every((part) => typeof part === "string") };
}

function pick<Draft extends object>(draft: Draft, keys: readonly (keyof Draft & string)[]): Partial<Draft> {
  return Object.fromEntries(keys.map((key) => [key, draft[key]])) as Partial<Draft>;
}

/** The draft with all of its places decided: those of the text, and the fields, each in their order. */
export function decideDraft<Draft extends object>(
  { draft, parts, fields }: MergedDraft<Draft>,
  choices: { text: readonly Choice[]; fields: readonly Choice[] },
): Draft {
  const chosen = fields.map((field, at) => (choices.fields[at] === "theirs" ? field.theirs : field.mine));
  return Object.assign({}, draft, ...chosen, { markdown: decideText(parts, choices.text) });
}

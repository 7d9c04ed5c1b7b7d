import type { PostDraft } from "#worker/insights/post-draft.ts";
import { type Choice, decideText, mergeTexts, type Part } from "./merge-texts.ts";
import { areSame } from "./same-draft.ts";

/** Fields that mean something only together. */
const groups = [
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
] as const satisfies readonly { name: string; keys: readonly Field[] }[];

type Field = Exclude<keyof PostDraft, "markdown">;

export interface Versions {
  base: PostDraft;
  mine: PostDraft;
  theirs: PostDraft;
}

/** Fields that both changed in different ways. */
export interface FieldPlace {
  name: string;
  keys: readonly Field[];
  mine: Partial<PostDraft>;
  theirs: Partial<PostDraft>;
}

export interface MergedDraft {
  /** Everything that is settled; of a field that is not, mine. Its text is that of `parts` with mine in each place. */
  draft: PostDraft;
  parts: Part[];
  fields: FieldPlace[];
  /** True when nobody has to decide anything. */
  isClean: boolean;
}

/** Merges two drafts that were made from `base`: the text by blocks, everything else by field. */
export function mergeDrafts({ base, mine, theirs }: Versions): MergedDraft {
  const parts = mergeTexts({ base: base.markdown, mine: mine.markdown, theirs: theirs.markdown });
  const fields: FieldPlace[] = [];
  const settled = groups.map(({ name, keys }): Partial<PostDraft> => {
    const [before, ours, others] = [base, mine, theirs].map((draft) => pick(draft, keys)) as [Group, Group, Group];
    if (areSame(ours, before)) return others;
    if (!areSame(others, before) && !areSame(ours, others)) fields.push({ name, keys, mine: ours, theirs: others });
    return ours;
  });
  const draft: PostDraft = Object.assign({}, mine, ...settled, {
    markdown: decideText(
      parts,
      parts.map(() => "mine" as const),
    ),
  });
  return { draft, parts, fields, isClean: fields.length === 0 && parts.every((part) => typeof part === "string") };
}

type Group = Partial<PostDraft>;

function pick(draft: PostDraft, keys: readonly Field[]): Group {
  return Object.fromEntries(keys.map((key) => [key, draft[key]]));
}

/** The draft with all of its places decided: those of the text, and the fields, each in their order. */
export function decideDraft(
  { draft, parts, fields }: MergedDraft,
  choices: { text: readonly Choice[]; fields: readonly Choice[] },
): PostDraft {
  const chosen = fields.map((field, at) => (choices.fields[at] === "theirs" ? field.theirs : field.mine));
  return Object.assign({}, draft, ...chosen, { markdown: decideText(parts, choices.text) });
}

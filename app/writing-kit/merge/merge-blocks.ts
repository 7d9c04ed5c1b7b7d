import { listChanges } from "./list-changes.ts";
import { isGap } from "./split-blocks.ts";

/** What becomes of the blocks from `at` to `end` of a base. */
interface Edit {
  at: number;
  end: number;
  blocks: string[];
}

interface Side {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

/** A part of merged blocks: what is settled, or what both changed differently. */
export type Region = { ok: string[] } | { base: string[]; mine: string[]; theirs: string[] };

/**
 * Merges two lists of blocks that were made from `base`. Changes overlap where both replace or delete the same block, or add
 * some at the same place. A block that one adds right above or below what the other changes does not.
 */
export function mergeBlocks({ base, mine, theirs }: Side): Region[] {
  const [others, ours] = [listEdits(base, theirs), listEdits(base, mine)];
  const moved = avoid(base, ours, others);
  return mergeEdits(base, moved, avoid(base, others, moved), overlaps);
}

/** The same, where changes that touch each other overlap, too. */
export function mergeWidely({ base, mine, theirs }: Side): Region[] {
  const [others, ours] = [theirs, mine].map((next) =>
    listChanges(base, next).map(({ at, count, added }) => ({
      at,
      end: at + count,
      blocks: next.slice(added.start, added.end),
    })),
  ) as [Edit[], Edit[]];
  return mergeEdits(base, ours, others, (one, other) => one.at <= other.end && other.at <= one.end);
}

function mergeEdits(
  base: readonly string[],
  ours: readonly Edit[],
  others: readonly Edit[],
  areTogether: typeof overlaps,
): Region[] {
  const clusters = join(ours, others, areTogether);
  const regions: Region[] = [];
  let at = 0;
  for (const { start, end, mine: edits, theirs: edited } of clusters) {
    const before = base.slice(start, end);
    const [one, other] = [edits, edited].map((each) => apply(base, each, { start, end })) as [string[], string[]];
    regions.push({ ok: base.slice(at, start) });
    if (edited.length === 0 || isSame(one, other)) regions.push({ ok: one });
    else if (edits.length === 0) regions.push({ ok: other });
    else regions.push({ base: before, mine: one, theirs: other });
    at = end;
  }
  return [...regions, { ok: base.slice(at) }];
}

/** The edits between the blocks that both have. Gaps are all alike, so they are not matched. */
function listEdits(base: readonly string[], next: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [at, other] = [0, 0];
  for (const [shared, same] of [...matchBlocks(base, next), [base.length, next.length] as const]) {
    edits.push(...compare(base.slice(at, shared), next.slice(other, same)).map((edit) => shift(edit, at)));
    [at, other] = [shared + 1, same + 1];
  }
  return edits;
}

/** The blocks that are in both, as pairs of their places. */
function matchBlocks(base: readonly string[], next: readonly string[]): [number, number][] {
  const [before, after] = [base, next].map((parts) => [...parts.keys()].filter((at) => !isGap(parts[at] ?? "")));
  const pairs: [number, number][] = [];
  let [one, other] = [0, 0];
  const matchUntil = (end: number) => {
    for (; one < end; one += 1, other += 1) pairs.push([before?.[one] ?? 0, after?.[other] ?? 0]);
  };
  for (const { at, count, added } of listChanges(pick(base, before), pick(next, after))) {
    matchUntil(at);
    [one, other] = [at + count, added.end];
  }
  matchUntil(before?.length ?? 0);
  return pairs;
}

function pick(parts: readonly string[], places: readonly number[] = []): string[] {
  return places.map((at) => parts[at] ?? "");
}

/** The edits between two lists of blocks without a common block: one edit a block if the lists are equally long, else the smallest single edit. */
function compare(base: readonly string[], next: readonly string[]): Edit[] {
  const isPaired = base.length === next.length && base.every((part, at) => isGap(part) === isGap(next[at] ?? ""));
  if (isPaired)
    return base.flatMap((part, at) => (part === next[at] ? [] : [{ at, end: at + 1, blocks: next.slice(at, at + 1) }]));
  const most = Math.min(base.length, next.length);
  const start = most > 0 && base[0] === next[0] ? 1 : 0;
  const end = most > start && base.at(-1) === next.at(-1) ? 1 : 0;
  return [{ at: start, end: base.length - end, blocks: next.slice(start, next.length - end) }];
}

function shift({ at, end, blocks }: Edit, by: number): Edit {
  return { at: at + by, end: end + by, blocks };
}

/**
 * The same edits, where they can be, so that they do not overlap with others: "b" that is added between "a, gap, c" with a gap
 * stands before or behind that gap, and so does what is deleted with a gap.
 */
function avoid(base: readonly string[], edits: readonly Edit[], others: readonly Edit[]): Edit[] {
  const placed = [...edits];
  for (const [index, edit] of placed.entries()) {
    const free = [edit, ...slide(base, edit)].find(
      (each) =>
        each.at >= (placed[index - 1]?.end ?? 0) &&
        each.end <= (placed[index + 1]?.at ?? base.length) &&
        others.every((other) => isSameEdit(each, other) || !overlaps(each, other)),
    );
    if (free) placed[index] = free;
  }
  return placed;
}

/** The same addition or deletion, one place before or behind. */
function slide(base: readonly string[], { at, end, blocks }: Edit): Edit[] {
  const slid: Edit[] = [];
  const [before, after] = [base[at - 1], base[end]];
  if (at === end) {
    if (before !== undefined && before === blocks.at(-1))
      slid.push({ at: at - 1, end: end - 1, blocks: [before, ...blocks.slice(0, -1)] });
    if (after !== undefined && after === blocks[0])
      slid.push({ at: at + 1, end: end + 1, blocks: [...blocks.slice(1), after] });
  } else if (blocks.length === 0) {
    if (before !== undefined && before === base[end - 1]) slid.push({ at: at - 1, end: end - 1, blocks });
    if (after !== undefined && after === base[at]) slid.push({ at: at + 1, end: end + 1, blocks });
  }
  return slid;
}

function overlaps(one: Edit, other: Edit): boolean {
  const isOnePlace = one.at === one.end && other.at === other.end && one.at === other.at;
  return isOnePlace || (one.at < other.end && other.at < one.end);
}

interface Cluster {
  start: number;
  end: number;
  mine: Edit[];
  theirs: Edit[];
}

/** Edits of both, those together that overlap, in the order of the base. */
function join(mine: readonly Edit[], theirs: readonly Edit[], areTogether: typeof overlaps): Cluster[] {
  const all = [
    ...mine.map((edit) => ({ edit, by: "mine" as const })),
    ...theirs.map((edit) => ({ edit, by: "theirs" as const })),
  ].toSorted((one, other) => one.edit.at - other.edit.at || one.edit.end - other.edit.end);
  const clusters: Cluster[] = [];
  for (const { edit, by } of all) {
    const last = clusters.at(-1);
    const isWithin = last && areTogether(edit, { at: last.start, end: last.end, blocks: [] });
    const cluster = isWithin ? last : { start: edit.at, end: edit.end, mine: [], theirs: [] };
    if (!isWithin) clusters.push(cluster);
    cluster[by].push(edit);
    cluster.end = Math.max(cluster.end, edit.end);
  }
  return clusters;
}

function apply(base: readonly string[], edits: readonly Edit[], { start, end }: { start: number; end: number }) {
  let at = start;
  const blocks = edits.flatMap((edit) => {
    const before = base.slice(at, edit.at);
    at = edit.end;
    return [...before, ...edit.blocks];
  });
  return [...blocks, ...base.slice(at, end)];
}

function isSameEdit(one: Edit, other: Edit): boolean {
  return one.at === other.at && one.end === other.end && isSame(one.blocks, other.blocks);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((block, at) => block === other[at]);
}

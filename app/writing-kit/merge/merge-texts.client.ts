import { mergeBlocks, mergeWidely, type Region } from "./merge-blocks.ts";
import { isGap, splitBlocks } from "./split-blocks.ts";

/** A place in a text that two writers changed differently, block by block. */
export interface Place {
  base: string;
  mine: string;
  theirs: string;
}

/** A merged text: what is settled, and places that somebody has to decide. */
export type Part = string | Place;

/**
 * Merges two texts that were written from `base`, block by block. What only one of them changed is taken from it, and so
 * is what both changed alike; where they differ, the answer has a `Place`. The same texts always give the same parts.
 */
export function mergeTexts({ base, mine, theirs }: Place): Part[] {
  if (mine === theirs || theirs === base) return settle(mine);
  if (mine === base) return settle(theirs);
  const blocks = { base: splitBlocks(base), mine: splitBlocks(mine), theirs: splitBlocks(theirs) };
  const regions = mergeBlocks(blocks);
  return joinSettled(isApart(regions) ? regions : mergeWidely(blocks));
}

/** False where two blocks would stand side by side, and so become one, or two gaps, whatever is decided. */
function isApart(regions: readonly Region[]): boolean {
  return (["mine", "theirs"] as const).every((side) => {
    const blocks = regions.flatMap((region) => ("ok" in region ? region.ok : region[side]));
    return blocks.every((block, at) => at === 0 || isGap(block) !== isGap(blocks[at - 1] ?? ""));
  });
}

function joinSettled(regions: readonly Region[]): Part[] {
  const parts: Part[] = [];
  let text = "";
  for (const region of regions) {
    if ("ok" in region) {
      text += region.ok.join("");
      continue;
    }
    parts.push(...settle(text), {
      base: region.base.join(""),
      mine: region.mine.join(""),
      theirs: region.theirs.join(""),
    });
    text = "";
  }
  return [...parts, ...settle(text)];
}

function settle(text: string): Part[] {
  return text === "" ? [] : [text];
}

/** What becomes of a place. */
export type Choice = "mine" | "theirs" | "both";

/** The text with each of its places decided, in their order. */
export function decideText(parts: readonly Part[], choices: readonly Choice[]): string {
  let at = -1;
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      at += 1;
      const choice = choices[at] ?? "both";
      return choice === "both" ? keepBoth(part) : part[choice];
    })
    .join("");
}

/** Mine, then theirs, as blocks of their own. */
function keepBoth({ mine, theirs }: Place): string {
  if (isGap(mine)) return theirs;
  if (isGap(theirs)) return mine;
  return `${mine.replace(/(?<!\n)\n+$/, "")}\n\n${theirs.replace(/^\n+/, "")}`;
}

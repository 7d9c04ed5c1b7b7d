import { diff3Merge } from "node-diff3";
import { isGap, splitBlocks } from "./split-blocks.ts";

/** A place in a text that two writers changed in different ways, block by block. */
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
  const regions = diff3Merge(splitBlocks(mine), splitBlocks(base), splitBlocks(theirs), {
    excludeFalseConflicts: true,
  });
  return regions.flatMap(({ ok, conflict }): Part[] => {
    if (ok) return settle(ok.join(""));
    if (!conflict) return [];
    return [{ base: conflict.o.join(""), mine: conflict.a.join(""), theirs: conflict.b.join("") }];
  });
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
  return `${mine.replace(/\n+$/, "")}\n\n${theirs.replace(/^\n+/, "")}`;
}

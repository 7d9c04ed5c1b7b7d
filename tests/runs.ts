import fc from "fast-check";

/** True in `npm run test:deep`. */
export const isDeep = import.meta.env.TEST_DEPTH === "full";

/** How many inputs a property is tried with: 20 in `npm test`, `deep` (thousands) in `npm run test:deep`. */
export function countRuns(deep: number): number {
  return isDeep ? deep : Math.min(deep, 20);
}

/** What of a long list is tried: every twelfth in `npm test`, all in `npm run test:deep`. */
export function takeSome<Item>(all: readonly Item[]): readonly Item[] {
  return all.filter((_, at) => isDeep || at % 12 === 0);
}

// A deployment needs a run of `npm test -- all`, which must not fail by chance: its inputs are the same each time. Others are drawn
// by `npm run test:deep`, which prints the seed and the path of one that fails.
if (!isDeep) fc.configureGlobal({ seed: 20_261_126 });

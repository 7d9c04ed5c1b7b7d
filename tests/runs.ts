import fc from "fast-check";

const { TEST_DEPTH } = import.meta.env;

/** True in `npm run test:deep`. */
export const isDeep = TEST_DEPTH === "full";

/** How many inputs a property is tried with: 6 in `npm test`, 20 in CI, `deep` (thousands) in `npm run test:deep`. */
export function countRuns(deep: number): number {
  return isDeep ? deep : Math.min(deep, TEST_DEPTH === "all" ? 20 : 6);
}

/** What of a long list is tried: every twelfth in `npm test`, all in `npm run test:deep`. */
export function takeSome<Item>(all: readonly Item[]): readonly Item[] {
  return all.filter((_, at) => isDeep || at % 12 === 0);
}

// A deployment needs a run of `npm test`, which must not fail by chance: its inputs are the same each time. Others are drawn
// by `npm run test:deep`, which prints the seed and the path of one that fails.
if (!isDeep) fc.configureGlobal({ seed: 20_261_126 });

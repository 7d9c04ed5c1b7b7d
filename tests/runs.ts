/** True in `npm run test:deep`. */
export const isDeep = import.meta.env.TEST_DEPTH === "full";

/** How many inputs a property is tried with: 200 in `npm test`, `deep` (thousands) in `npm run test:deep`. */
export function countRuns(deep: number): number {
  return isDeep ? deep : Math.min(deep, 200);
}

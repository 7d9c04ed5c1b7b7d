/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "merge-dialog": "max-w-[min(960px,_100vw_-_32px)] w-960px",
  "merge-place": "grid gap-8px py-12px border-b-1px-line last:border-b-0",
  // Two states beside each other.
  "merge-sides":
    "grid grid-cols-[repeat(2,_minmax(0,_1fr))] gap-16px [&>div]:min-w-0 [@media_(width<768px)]:grid-cols-[minmax(0,_1fr)]",
};

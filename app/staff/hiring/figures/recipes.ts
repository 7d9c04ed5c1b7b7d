/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "figures-note": "text-ink-2 mt-10px text-13",
};

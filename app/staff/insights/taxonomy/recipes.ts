/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "topic-form": "grid gap-14px",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "post-title": "font-600 wrap-anywhere",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "hub-notice": "flex gap-8px p-[10px_page] bg-warn-bg [&_a]:underline [&_a]:underline-offset-3px",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "proof-tags": "flex flex-wrap gap-6px items-center [&_abbr]:no-underline",
};

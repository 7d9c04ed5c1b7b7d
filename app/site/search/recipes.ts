/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "search-spelling":
    "mt-28px text-ink-2 wrap-anywhere [&_a]:font-600 [&_a]:text-ink [&_a]:underline [&_a]:underline-offset-4px",
  "result-count": "mt-28px text-ink-2 wrap-anywhere [.search-spelling+&]:mt-4px",
};

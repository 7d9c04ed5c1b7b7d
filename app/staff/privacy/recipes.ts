/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "privacy-held":
    "grid gap-16px max-w-640px focus:outline-none [&_h2]:mb-0 [&_h2]:wrap-anywhere [&_h3]:mb-6px [&>*]:min-w-0",
};

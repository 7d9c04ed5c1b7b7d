/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "consent-result": "wrap-anywhere max-w-560px mt-12px [&_a]:underline [&_a]:underline-offset-3px",
};

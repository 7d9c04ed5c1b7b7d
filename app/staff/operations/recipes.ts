/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "ops-link": "min-h-24px underline decoration-line-strong underline-offset-3px lt-md:min-h-36px",
  "ops-panel": "[.ops-panel+&]:border-t-1px-line",
  "ops-end": "ml-auto",
};

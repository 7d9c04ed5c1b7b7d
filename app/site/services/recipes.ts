/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "series-minor": "lt-sm:hidden",
  lit: "[.steps_&]:fill-accent",
};

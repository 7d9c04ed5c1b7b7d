/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "calendar-other": "bg-surface",
  "calendar-note": "text-ink-2",
};

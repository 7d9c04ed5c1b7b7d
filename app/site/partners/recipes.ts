/** Classes that stand in more than one place, by their names. */
export const recipes = {
  partner: "[&>p+p]:text-ink-2 p-[20px_24px] border-1px-line",
  "partner-open": "border-1.5px-dashed-line-strong",
};

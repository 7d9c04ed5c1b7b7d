/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "application-link": "underline underline-offset-3px wrap-anywhere",
  "application-text": "wrap-anywhere whitespace-pre-wrap",
  "application-assignee": "flex-1 w-auto min-w-0",
  "application-empty": "p-[24px_16px] text-ink-2",
  "application-typed": "m-14px p-20px overflow-auto bg-bg",
  "application-late": "text-danger font-600",
  "application-switch": "inline-flex flex-none gap-2px p-2px bg-surface-2 rounded-full",
  "board-fresh":
    "before:inline-block before:w-9px before:h-6px before:mr-6px before:[vertical-align:0.15em] before:bg-accent before:[clip-path:var(--rhomb)] before:content-empty",
};

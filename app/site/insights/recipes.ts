/** Classes that stand in more than one place, by their names. */
export const recipes = {
  chips: "flex flex-wrap gap-8px items-center",
  chip: "inline-flex items-center justify-center min-w-44px min-h-44px px-1.1rem font-500 text-15 bg-surface-2 rounded-full [transition:background-color_0.18s] hover:bg-line focus-visible:rounded-full aria-[current]:text-bg aria-[current]:bg-ink [.pagination_&]:px-0.5rem [.pagination_&]:tabular-nums forced:border-1px-current forced:aria-[current]:[color:HighlightText] forced:aria-[current]:[background:Highlight] forced:aria-[current]:[forced-color-adjust:none]",
  "listing-empty": "grid gap-12px justify-items-start p-[clamp(28px,_4vw,_56px)] bg-surface",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // The page of the search's index. Panels, tabs and charts come from visitor analytics.
  "search-end": "ml-auto",
  "panel-link": "underline decoration-line-strong underline-offset-3px",
  "search-number": "tabular-nums text-right",
  "search-table":
    "[&_[data-bad]]:text-warn [&_tr[data-open]]:bg-surface-2 [&_a:hover]:underline [&_a:hover]:underline-offset-3px lt-md:[.report-scroll>&]:min-w-620px lt-md:[&_a]:min-h-24px",
  "search-warn": "text-warn ml-10px",
  "search-facts": "[&_a]:underline [&_a]:underline-offset-3px [display:flow-root] text-ink-2 [&>a+a]:ml-12px",
  "search-actions": "flex gap-4px items-center [.search-table_&]:[justify-content:flex-end] [.search-table_&]:-my-4px",
  "search-version-facts":
    "grid grid-cols-[repeat(auto-fit,_minmax(112px,_1fr))] gap-[6px_16px] my-8px [&_dt]:flex [&_dt]:gap-4px [&_dt]:items-center [&_dt]:text-ink-2 [&_dt]:text-13 [&_dd]:font-600",
  "search-why": "flex gap-6px mt-10px",
  "search-words": "flex flex-wrap gap-8px items-center [&>input]:w-240px [&>input]:max-w-full",
  "search-filters": "flex flex-wrap gap-8px items-center justify-between",
  "search-segments": "flex flex-wrap gap-2px",
  "search-form": "[&_form]:grid [&_form]:gap-12px [&_form]:justify-items-start [&_form]:max-w-900px [&_form]:mt-8px",
  ranking:
    "min-w-0 p-[8px_page] [.ranking+&]:border-l-1px-line [&_h2_small]:text-ink-2 [&_h2_small]:type-400-13/1.125rem-text [&_li]:-mx-8px [&_li]:p-[0_8px] [&_li]:border-b-1px-line [&_li]:rounded-8px [&_li[data-lit]]:bg-surface-2 lt-md:[.ranking+&]:border-l-0",
  "ranking-line": "flex gap-8px items-center min-h-32px text-ink-2 text-13 [&_abbr]:no-underline",
  "ranking-rank": "grid flex-none place-items-center min-w-20px h-20px rounded-1/2",
  "search-near": "[&>li]:grid [&>li]:grid-cols-[48px_minmax(0,_1fr)] [&>li]:py-4px [&>li]:text-13",
};

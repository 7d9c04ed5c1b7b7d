/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "import-page":
    "grid grid-cols-[minmax(0,_1fr)] gap-32px content-start max-w-1120px p-[12px_0_40px] [&>section]:grid [&>section]:grid-cols-[minmax(0,_1fr)] [&>section]:gap-16px [&_h2]:text-18 [&_h2]:font-600 [&_p_a:not([class])]:underline [&_details_ul]:pl-20px [&_details_ul]:list-disc [&_details_ul]:wrap-anywhere",
  "import-note":
    "grid gap-8px p-[12px_16px] bg-surface border-1px-line rounded-control [&_ul]:pl-20px [&_ul]:list-disc [&_ul]:wrap-anywhere",
  "import-note-error": "border-danger",
  "import-by": "text-ink-2 text-14 block wrap-anywhere",
  // As wide in the reader's zone as in UTC, whose name stands behind it until script runs.
  "import-table":
    "relative overflow-x-auto [&_td]:min-w-120px [&_time]:inline-block [&_time]:min-w-13em [&_tbody_th]:min-w-180px",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // Filters.
  "list-filters":
    "relative flex flex-none flex-wrap gap-6px items-center p-[8px_page] lt-md:flex-nowrap lt-md:overflow-x-auto lt-md:[scrollbar-width:none] lt-md:[&>*]:flex-none",
  "list-chip":
    "inline-flex flex-none items-center h-chip text-13 border-1px-dashed-line-strong rounded-full [&:not(.list-chip-set):hover]:bg-surface-2",
  "list-chip-set": "bg-surface-2 border-1px-surface-2",
  "list-chip-name":
    "inline-flex gap-5px items-center h-full p-[0_10px] text-ink type-500-13/1-text whitespace-nowrap bg-none rounded-full cursor-pointer [.list-chip-set>&]:pr-4px lt-md:text-15",
  "list-chip-remove":
    "grid place-items-center w-24px h-24px mr-1px text-ink-2 rounded-1/2 hover:text-ink hover:bg-line lt-md:w-32px lt-md:h-32px",
  "list-clear":
    "inline-flex items-center min-h-24px ml-auto px-4px text-ink-2 text-13 underline underline-offset-3px lt-md:min-h-36px lt-md:ml-0",
};

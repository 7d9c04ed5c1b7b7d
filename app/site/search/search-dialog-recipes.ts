/** Classes that stand in more than one place of the dialog. */
export const recipes = {
  "search-dialog-foot":
    "flex-none p-[10px_24px] text-ink-2 text-15 border-t-1px-line wrap-anywhere empty:p-0 empty:border-0 [&>button]:min-h-24px [&>button]:px-4px [&>button]:font-600 [&>button]:underline [&>button]:underline-offset-4px",
};

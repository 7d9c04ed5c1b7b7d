/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // The media library: a list, or a grid of the same rows.
  "media-as":
    "flex gap-2px p-2px bg-surface-2 rounded-control [&>a]:inline-flex [&>a]:items-center [&>a]:min-h-[calc(var(--ctl)_-_4px)] [&>a]:p-[0_12px] [&>a]:text-ink-2 [&>a]:[border-radius:calc(var(--rad)_-_1px)] [&>a[aria-current]]:text-ink [&>a[aria-current]]:font-600 [&>a[aria-current]]:bg-bg [&>a[aria-current]]:[box-shadow:0_0_0_1px_var(--line)]",
  "media-preview": "[&>img]:w-full [&>img]:h-full [&>img]:object-cover",
  // The grid. Every row is a card; what the list shows beside the name stands below the picture.
  "list-table-media": "[.staff-work:has(.media-as-grid)_&]:block",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "list-second": "text-ink-2",
  // Lists of records, from 1024 px on; list-narrow.css has what differs below.
  list: "flex flex-1 flex-col min-w-0 min-h-0",
  "list-compact": "[--row:32px]",
  "staff-done": "[.list-body>&]:m-[8px_page]",
};

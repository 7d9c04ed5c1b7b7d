/** Classes that stand in more than one place, by their names. */
export const recipes = {
  gallery: "grid gap-12px p-[12px_page_20px] border-t-1px-line",
  "gallery-fields": "grid grid-cols-[repeat(auto-fill,_minmax(min(320px,_100%),_1fr))] gap-[16px_24px]",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "job-section": "p-[14px_page_20px] border-b-1px-line last:border-b-0",
  "job-pair": "grid grid-cols-[repeat(auto-fit,_minmax(min(140px,_100%),_1fr))] gap-12px items-start",
  "job-group":
    "grid grid-cols-[minmax(0,_1fr)] gap-12px [&>legend]:p-0 [&>legend]:mb-8px [&>legend]:font-600 focus:[outline:0]",
  "job-check":
    "flex gap-8px items-center w-fit min-h-24px [&>input]:flex-none [&>input]:w-16px [&>input]:h-16px [&>input]:m-0 [&>input]:[accent-color:var(--primary)] lt-md:[&>input]:w-20px lt-md:[&>input]:h-20px",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "account-form": "grid gap-14px content-start justify-items-start w-full",
  "account-sessions":
    "grid w-full [&>li]:grid [&>li]:grid-cols-[minmax(0,_1fr)_auto] [&>li]:gap-[4px_12px] [&>li]:items-center [&>li]:py-10px [&>li]:border-b-1px-line [&>li:first-child]:pt-0",
  "account-second": "text-ink-2 text-13 leading-1.125rem",
  "factors-form": "grid gap-12px justify-items-start max-w-420px",
};

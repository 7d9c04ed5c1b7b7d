/** Classes that stand in more than one place, by their names. */
export const recipes = {
  mailbox:
    "grid gap-24px py-[48px_96px] [&_a]:underline [&_a]:underline-offset-3px [&_dl>div]:grid [&_dl>div]:grid-cols-[12rem_minmax(0,_1fr)] [&_dl>div]:py-8px [&_dl>div]:border-b-1px-line [&_dt]:text-ink-2 [&_pre]:p-24px [&_pre]:whitespace-pre-wrap [&_pre]:bg-surface",
};

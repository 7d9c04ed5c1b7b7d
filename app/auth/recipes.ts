/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "auth-form": "grid gap-20px",
  "auth-submit": "justify-self-start min-w-160px aria-[busy=true]:[cursor:progress]",
  "auth-facts": "grid gap-12px [&_dt]:text-ink-3 [&_dt]:text-14 [&_dd]:wrap-anywhere",
  "auth-ways": "flex flex-wrap gap-12px",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "apply-text":
    "[&>summary]:[display:list-item] [&>summary]:[list-style:disclosure-closed_inside] [&>summary]:min-h-44px [&>summary]:py-10px [&>summary]:font-600 [&[open]>summary]:[list-style-type:disclosure-open]",
  "own-part":
    "grid gap-16px justify-items-start py-28px border-t-1px-line [&>form]:grid [&>form]:gap-16px [&>form]:w-full [&>form]:max-w-36em",
  "own-choices": "flex flex-wrap gap-12px",
};

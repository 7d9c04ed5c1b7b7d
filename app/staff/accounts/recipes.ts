/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "user-roles": "inline-flex flex-wrap gap-4px md:[.list-table_&]:flex-nowrap",
  "user-factor": "inline-flex gap-6px items-center align-middle",
  "user-part":
    "flex gap-8px items-center justify-between min-h-36px [.user-sessions>&]:border-b-1.5px-ink-3 [&_h2]:m-0 [&_h2]:type-600-14/1.25rem-text [&_h2>span]:ml-4px [&_h2>span]:text-ink-2 [&_h2>span]:font-400",
  "user-none": "p-[8px_0] text-ink-2",
  // The forms that invite.
  "user-invite-form": "grid gap-14px",
  "user-invite-page": "max-w-560px",
  "user-role":
    "relative p-[8px_24px_8px_26px] border-b-1px-line last:border-b-0 [&>label]:block [&>label]:cursor-pointer [&_b]:font-600 lt-md:pl-32px",
  "user-role-off": "[&_b]:text-ink-2 [&_b]:font-400 [&>label]:cursor-not-allowed",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // The panel of mails on the page of one application, and the page of their templates.
  "mails-thread":
    "m-[0_-16px_10px] [&>li]:p-[8px_16px] [&>li]:border-t-1px-line [&>li:last-child]:border-b-1px-line [&>li>details>summary]:grid [&>li>details>summary]:grid-cols-[minmax(0,_1fr)_auto] [&>li>details>summary]:gap-[2px_8px]",
  "mails-in": "[.mails-thread>&]:bg-surface",
  "mails-to": "text-ink-2 text-13",
  "mails-preview":
    "[&_dt]:text-ink-2 [&_dt]:text-13 mt-12px pt-12px border-t-1px-line [&_dl]:grid [&_dl]:grid-cols-[84px_minmax(0,_1fr)] [&_dl]:gap-[4px_8px] [&_dl]:m-[6px_0_8px] [&_dd]:wrap-anywhere",
  "mails-error": "wrap-anywhere",
  "mails-refused": "wrap-anywhere p-[8px_12px] text-danger bg-danger-bg rounded-10px",
  "mails-form": "grid gap-10px mt-10px",
  "mails-foot": "[justify-content:flex-end]",
  "mails-text":
    "p-[10px_12px] wrap-anywhere whitespace-pre-wrap border-1px-line rounded-10px [&>mark]:p-[0_3px] [&>mark]:text-info [&>mark]:bg-info-bg [&>mark]:rounded-5px",
};

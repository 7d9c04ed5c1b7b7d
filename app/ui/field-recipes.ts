/** Classes that stand in more than one place, by their names. */
export const recipes = {
  field: "grid gap-7px content-start",
  "field-label": "text-15 font-600",
  "field-optional": "text-ink-3 font-400",
  "field-control": "relative",
  "field-input":
    "w-full min-h-52px p-[0_16px] text-ink text-17 bg-bg border-1.5px-line-strong rounded-14px [scroll-margin-top:32px] placeholder:text-ink-3 hover:border-ink-2 [&[readonly]]:text-ink-2 [&[readonly]]:bg-surface [&[readonly]]:border-line focus-visible:border-focus focus-visible:rounded-14px focus-visible:focus-ring focus-visible:outline-offset-1px aria-[invalid=true]:border-danger aria-[invalid=true]:shadow-invalid disabled:text-ink-3 disabled:bg-surface-2 disabled:border-transparent",
  "field-area": "block py-13px leading-1.5 resize-y [field-sizing:content] min-h-168px max-h-60svh",
  "field-check":
    "grid grid-cols-[24px_1fr] gap-12px items-start [&_label]:py-[0_8px] [&_label]:leading-1.5 [&_a]:underline [&_a]:underline-offset-3px",
  "field-input-ended": "pr-60px",
  "field-hint": "text-ink-3 text-14 leading-1.4",
  "field-error": "flex gap-7px items-start text-danger text-15 font-500 leading-1.4 [&>:first-child]:flex-none",
  "form-summary":
    "grid grid-cols-[auto_1fr] gap-14px p-[16px_20px] text-16 leading-1.5 [&>:first-child]:mt-2px bg-danger-bg [&>:first-child]:text-danger [&_del]:text-ink-2 [&_a]:underline [&_a]:underline-offset-3px",
  "form-note":
    "grid grid-cols-[auto_1fr] gap-14px p-[16px_20px] text-16 leading-1.5 [&>:first-child]:mt-2px bg-info-bg [&>:first-child]:text-info",
  "form-summary-done": "bg-success-bg [&>:first-child]:text-success",
  // Icons used only in forms, not in the stylesheet that every page loads.
  "field-icon-eye": "i-ph-eye",
  "field-icon-eye-slash": "i-ph-eye-slash",
  "field-icon-warning": "i-ph-warning-circle",
  "field-icon-check": "i-ph-check-circle",
  "field-icon-info": "i-ph-info",
};

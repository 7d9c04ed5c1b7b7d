/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "kit-pop":
    'overflow-auto text-ink type-400-14/1.25rem-text bg-bg border-1px-line rounded-14px shadow-float focus:outline-none [&_[role="dialog"]:focus]:outline-none lt-md:text-16',
  "kit-dialog":
    "w-560px max-w-[calc(100vw_-_48px)] max-h-[calc(100svh_-_48px)] m-auto p-0 overflow-visible text-ink text-14 leading-1.25rem bg-bg border-1px-line rounded-16px backdrop:bg-scrim [&_h2]:m-0 [&_h2]:p-[20px_64px_16px_20px] [&_h2]:text-18 [&_h2]:leading-1.5rem [&_h2]:[letter-spacing:-0.012em] [&_h2]:border-b-1px-line lt-md:w-full lt-md:max-w-none lt-md:max-h-94svh lt-md:m-[auto_0_0] lt-md:text-15 lt-md:[border-radius:16px_16px_0_0] motion-safe:[&[open]]:[animation:kit-rise_0.18s_var(--ease)]",
  "kit-dialog-side": "mr-24px",
  "kit-dialog-close": "absolute top-14px right-14px",
  "kit-btn":
    "inline-flex flex-none gap-6px items-center justify-center min-h-ctl p-[0_13px] text-ink type-600-14/1-text whitespace-nowrap bg-none border-1px-line-strong rounded-full cursor-pointer [transition:background-color_0.18s,_border-color_0.18s] hover:bg-surface-2 hover:border-ink aria-[disabled=true]:text-ink-3 aria-[disabled=true]:bg-surface-2 aria-[disabled=true]:border-transparent aria-[disabled=true]:cursor-not-allowed disabled:text-ink-3 disabled:bg-surface-2 disabled:border-transparent disabled:cursor-not-allowed focus-visible:rounded-full lt-md:text-15 forced:[border-color:ButtonBorder] forced:aria-[disabled=true]:[color:GrayText] forced:aria-[disabled=true]:[border-color:GrayText]",
  "kit-btn-primary": "text-on-primary bg-primary border-primary hover:bg-ink-2",
  "kit-btn-accent": "text-on-accent bg-accent border-accent hover:bg-accent-hover",
  "kit-btn-ghost": "border-transparent hover:border-transparent",
  "kit-btn-danger": "text-danger hover:border-danger",
  "kit-btn-small": "min-h-ctl-small p-[0_10px] text-13",
  "kit-btn-icon": "w-ctl p-0",
  // Corners of its own keep the ring of the focus round, too.
  "kit-float": "[&_:focus-visible]:outline-offset-2px",
  // The look of a field: of one control, and of the box around several.
  "kit-input":
    "min-h-ctl bg-bg border-1px-line-strong rounded-control hover:border-ink-2 aria-[invalid=true]:border-danger aria-[invalid=true]:shadow-invalid w-full p-[5px_11px] text-ink type-400-14/1.25rem-text placeholder:text-ink-3 placeholder:op-100 focus-visible:rounded-control focus-visible:outline-offset-1px lt-md:text-16 forced:[border-color:ButtonBorder]",
  // The look of a field: of one control, and of the box around several.
  "kit-box":
    "min-h-ctl bg-bg border-1px-line-strong rounded-control hover:border-ink-2 focus-within:focus-ring focus-within:outline-offset-1px [[data-invalid]>&]:border-danger [[data-invalid]>&]:shadow-invalid forced:[border-color:ButtonBorder]",
  "kit-field": "grid gap-4px content-start min-w-0",
  "kit-label": "font-600",
  "kit-hint": "text-ink-2 text-13 leading-1.125rem",
  "kit-error": "text-ink-2 text-13 leading-1.125rem flex gap-6px items-start text-danger font-500",
  "kit-row": "flex flex-wrap gap-8px items-center min-w-0",
  "kit-unseen": "absolute w-1px h-1px overflow-hidden [clip-path:inset(50%)] whitespace-nowrap",
  // Where fingers work, keys are not shown.
  "kit-keys": "inline-flex gap-3px not-italic lt-md:hidden",
  "kit-optional": "text-ink-3 font-400",
  // What the last form has done.
  "list-outcome":
    'flex-none p-[8px_page] text-success bg-success-bg [&[role="alert"]]:text-danger [&[role="alert"]]:bg-danger-bg [&_a]:underline',
  "kit-menu":
    "fixed inset-auto w-max min-w-180px max-w-320px max-h-[calc(100svh_-_16px)] m-0 p-6px overflow-auto text-ink type-500-14/1.125rem-text bg-bg border-1px-line rounded-14px shadow-float [position-area:block-end_span-inline-end] [position-try-fallbacks:flip-block,_flip-inline,_flip-block_flip-inline] [&:popover-open]:my-4px [&_hr]:m-[6px_-6px] [&_hr]:border-0 [&_hr]:border-t-1px-line [@supports_not_(position-area:_block-end)]:inset-0 [@supports_not_(position-area:_block-end)]:h-fit [@supports_not_(position-area:_block-end)]:m-auto lt-md:top-auto lt-md:right-0 lt-md:bottom-0 lt-md:left-0 lt-md:w-full lt-md:max-w-none lt-md:max-h-80svh lt-md:p-[8px_12px_20px] lt-md:text-16 lt-md:[border-width:1px_0_0] lt-md:[border-radius:16px_16px_0_0] lt-md:[position-area:none] lt-md:[&:popover-open]:m-0 lt-md:backdrop:bg-scrim",
  "kit-menu-heading": "p-[4px_8px] text-ink-2 text-13",
  "kit-menu-item":
    "flex gap-9px items-center w-full min-h-item p-[6px_8px] text-ink text-left rounded-8px cursor-pointer hover:bg-surface-2 focus:bg-surface-2 focus-visible:rounded-8px focus-visible:outline-offset-[-3px] aria-[disabled=true]:text-ink-3 aria-[disabled=true]:cursor-not-allowed forced:focus:[outline:2px_solid_Highlight] forced:focus:outline-offset-[-2px] forced:aria-[disabled=true]:[color:GrayText]",
  "kit-menu-words": "grid flex-1 gap-1px min-w-0",
  "kit-menu-note": "text-ink-2 font-400 text-13",
  "kit-menu-check": "w-16px",
  "kit-menu-danger": "text-danger",
  "kit-state":
    "grid gap-6px content-center justify-items-center p-[40px_24px_48px] text-center bg-surface [&_h2]:mt-10px [&>p]:max-w-30rem [&>p]:text-ink-2 [&>p]:text-balance",
  // Plain tables, which are no lists.
  "kit-table":
    "w-full border-collapse [&_caption]:pb-8px [&_caption]:text-ink-3 [&_caption]:text-13 [&_caption]:text-left [&_th]:p-[11px_16px_11px_0] [&_th]:text-left [&_th]:border-b-1px-line [&_td]:p-[11px_16px_11px_0] [&_td]:text-left [&_td]:border-b-1px-line [&_thead_th]:text-ink-2 [&_thead_th]:text-14 [&_thead_th]:font-600 [&_thead_th]:whitespace-nowrap [&_thead_th]:border-b-1.5px-ink [&_tbody_th]:wrap-anywhere [&_tbody_th]:font-600 [&_tbody_th>span]:block [&_tbody_th>span]:text-ink-2 [&_tbody_th>span]:font-400 [&_tbody_tr:hover]:bg-surface [&_time]:tabular-nums [&_time]:whitespace-nowrap",
  "kit-tag":
    "inline-flex gap-4px items-center h-22px p-[0_8px] text-ink-2 type-500-13/1-text whitespace-nowrap align-middle bg-surface-2 rounded-full forced:border-1px-[CanvasText]",
  "kit-tag-key": "text-on-primary bg-primary",
  "kit-tag-warn": "text-warn bg-warn-bg",
  "kit-tag-danger": "text-danger bg-danger-bg",
  "kit-tag-success": "text-success bg-success-bg",
  "kit-tag-info": "text-info bg-info-bg",
  "kit-status":
    "gap-5px font-600 before:w-9px before:h-6px before:bg-current before:[clip-path:var(--rhomb)] before:content-empty forced:before:[background:CanvasText] forced:before:[forced-color-adjust:none]",
  "kit-avatar":
    "inline-grid flex-none place-items-center w-24px h-24px text-ink-2 type-600-12/1-text align-middle bg-surface-2 rounded-1/2 forced:border-1px-[CanvasText]",
  "kit-avatar-large": "w-28px h-28px",
  "kit-avatar-huge": "w-72px h-72px text-24",
  "kit-avatar-nobody": "bg-none border-1.5px-dashed-line-strong",
};

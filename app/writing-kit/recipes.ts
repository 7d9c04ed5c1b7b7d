/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // Where script is to run, the bar is from the start as it will be then.
  "article-plain": "[:root.js_&]:hidden",
  "article-others": "flex flex-[0_1_auto] gap-4px items-center min-w-0",
  "article-others-words": "overflow-hidden text-ink-2 text-13 text-ellipsis whitespace-nowrap lt-md:hidden",
  // No taller than the buttons beside it.
  "save-state":
    "mr-6px text-ink-2 whitespace-nowrap lt-md:flex-[1_1_0] lt-md:min-w-0 lt-md:overflow-hidden lt-md:pl-8px lt-md:text-13 lt-md:leading-1.125rem lt-md:whitespace-normal lt-md:[&:not(.save-state-problem)]:max-h-2.25rem",
  "save-state-problem":
    "max-w-36ch text-danger font-600 text-13 leading-1.125rem whitespace-normal lt-md:fixed lt-md:top-auto lt-md:right-8px lt-md:bottom-8px lt-md:left-8px lt-md:z-6 lt-md:max-w-none lt-md:p-[8px_12px] lt-md:bg-bg lt-md:border-1px-danger lt-md:rounded-control",
  "article-burger": "[.staff_&]:hidden lt-md:[.staff_&]:inline-flex",
  "article-panel-opener": "[.staff_&]:hidden lt-md:[.staff_&]:inline-flex",
  "article-shown": "flex-none underline underline-offset-3px lt-xl:hidden",
  // One article: a rail of icons, its own bar, the text, and a panel at the right.
  "article-page":
    "grid flex-1 grid-rows-[auto_minmax(0,_1fr)] grid-cols-[minmax(0,_1fr)_var(--panel)] m-[-14px_calc(-1_*_var(--px))_-24px] lt-md:grid-cols-[minmax(0,_1fr)]",
  "article-work": "md:overflow-y-auto min-w-0 p-[24px_clamp(16px,_5vw,_56px)_48px]",
  "article-form": "[--px:0px] grid gap-8px max-w-760px mx-auto",
  "editor-cover":
    "relative m-[0_0_16px] [&>img]:block [&>img]:w-full [&>img]:h-auto [&>img]:rounded-control [&>button]:absolute [&>button]:bg-bg [&>button]:right-12px [&>button]:bottom-12px",
  "article-title":
    "w-full p-[4px_0] text-ink bg-none border-0 resize-none [field-sizing:content] type-600-fluid-32-52-steep/1.04-display [letter-spacing:-0.03em]",
  "article-dek":
    "w-full p-[4px_0] text-ink bg-none border-0 resize-none [field-sizing:content] text-ink-2 type-400-20/1.875rem-text",
  "article-notice":
    "flex gap-10px max-w-760px m-[0_auto_16px] p-[12px_14px] rounded-control [&>div]:grid [&>div]:flex-1 [&>div]:gap-8px [&>div]:min-w-0 [&_q]:wrap-anywhere",
  "article-notice-info": "bg-info-bg",
  "article-notice-warn": "bg-warn-bg",
  "article-theirs": "p-12px overflow-auto whitespace-pre-wrap bg-surface",
  "article-publish": "grid gap-14px",
  "check-list":
    "grid gap-8px p-[14px_page_20px] border-t-1px-line [&_ul]:grid [&_ul]:gap-2px [&_li]:flex [&_li]:gap-8px [&_li]:items-start",
  "check-line": "inline-block ml-6px text-ink-3 text-13",
  "check-passed": "[.check-list_&]:py-4px [.check-list_&]:text-ink-2",
  // What is amiss with the articles or jobs of a list, above it.
  "desk-notice": "flex gap-10px mx-page p-[10px_12px] text-warn bg-warn-bg rounded-control wrap-anywhere",
  "article-panel-body": "min-w-0",
  "panel-fields": "grid grid-cols-[minmax(0,_1fr)] gap-16px",
  "panel-slug": "grid grid-cols-[minmax(0,_1fr)] gap-6px justify-items-start",
  "panel-address":
    '[&:has([aria-invalid="true"])]:border-danger [&:has([aria-invalid="true"])]:shadow-invalid flex items-center pl-11px [&>span]:flex-none [&>span]:max-w-[55%] [&>span]:overflow-hidden [&>span]:text-ink-2 [&>span]:text-ellipsis [&>span]:whitespace-nowrap',
  "panel-cover":
    'grid place-items-center aspect-[1440/520] overflow-hidden text-ink-2 bg-surface-2 rounded-control [&>img]:block [&>img]:w-full [&>img]:h-auto [&[aria-busy="true"]>img]:op-60 focus-visible:rounded-control',
  "panel-focus":
    "focus-visible:rounded-control relative overflow-hidden rounded-control [cursor:crosshair] [touch-action:none] [&>img]:block [&>img]:w-full [&>img]:h-auto [&>img]:select-none",
  "panel-range": "w-full h-24px m-0 [accent-color:var(--primary)] cursor-pointer",
  "panel-point":
    "absolute w-24px h-24px m-[-12px_0_0_-12px] [border:3px_solid_var(--paper)] rounded-1/2 [box-shadow:0_0_0_2px_var(--on-paper),_inset_0_0_0_2px_var(--on-paper)] pointer-events-none",
  "panel-cuts":
    "flex gap-8px items-start [&>canvas]:min-w-0 [&>canvas]:h-auto [&>canvas]:rounded-control [&>canvas:first-child]:flex-[2] [&>canvas:first-child]:w-[60%] [&>canvas:last-child]:flex-1 [&>canvas:last-child]:w-[30%]",
  "panel-result":
    "grid gap-2px overflow-hidden wrap-anywhere [&>figcaption]:mb-4px [&>p]:text-ink-2 [&>p]:text-13 [&>p]:leading-1.125rem",
  "panel-share":
    "grid gap-2px overflow-hidden wrap-anywhere [&>figcaption]:mb-4px [&>p]:text-ink-2 [&>p]:text-13 [&>p]:leading-1.125rem",
  "panel-result-title": "[.panel-result>&]:text-info [.panel-result>&]:text-17 [.panel-result>&]:leading-1.375rem",
  "panel-share-title":
    "[.panel-share>&]:text-ink [.panel-share>&]:font-600 [.panel-share>&]:text-14 [.panel-share>&]:leading-1.25rem",
  "panel-share-none":
    "[.panel-share>&]:grid [.panel-share>&]:place-items-center [.panel-share>&]:w-full [.panel-share>&]:h-auto [.panel-share>&]:aspect-[1200/630] [.panel-share>&]:mb-6px [.panel-share>&]:bg-surface-2 [.panel-share>&]:rounded-control",
};

/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // Visitor analytics: its controls and key figures. Panels are parted by lines, not by boxes.
  "analytics-zone": "underline decoration-line-strong underline-offset-3px hover:decoration-current",
  "zone-form": "grid gap-10px max-w-520px p-[12px_14px] bg-surface rounded-control",
  // The chart of visitor analytics.
  chart:
    "p-[0_page_4px] [&>header]:flex [&>header]:flex-wrap [&>header]:gap-[4px_16px] [&>header]:items-center [&>header]:min-h-32px [&_path]:[vector-effect:non-scaling-stroke] [&_summary]:inline-flex [&_summary]:gap-6px [&_summary]:items-center [&_summary]:min-h-32px [&_summary]:font-600 [&_summary]:text-13 lt-md:[&_summary]:min-h-44px",
  "chart-legend":
    "flex flex-wrap gap-[0_14px] text-ink-2 text-13 [&>span]:inline-flex [&>span]:gap-6px [&>span]:items-center",
  // Tabs beside a heading, as links.
  mini: "flex gap-2px items-center [&>nav]:flex [&>nav]:gap-2px [&>nav]:items-center m-[0_-6px_0_auto] [&>nav>:focus-visible]:rounded-full",
  "chart-now":
    "[.chart_&]:fill-none [.chart_&]:stroke-c1 [.chart_&]:[stroke-width:2.25] [.chart_&]:[stroke-linejoin:round] forced:[.chart_&]:[stroke:CanvasText]",
  "chart-before":
    "[.chart_&]:fill-none [.chart_&]:stroke-ink-3 [.chart_&]:[stroke-width:1.5] [.chart_&]:[stroke-dasharray:4_4]",
  "chart-disc": "fill-primary [.chart-plot_[data-auto]>&]:fill-bg [.chart-plot_[data-auto]>&]:stroke-line-strong",
  "chart-note": "flex gap-6px items-start mt-6px text-ink-2 text-13 leading-1.125rem",
  "chart-table": "max-h-320px overflow-auto",
  "panel-none": "text-ink-2 text-13",
  "panel-note": "max-w-72ch mb-6px text-ink-2 text-13",
  "panel-wide": "col-[1/-1]",
  "panel-more":
    "inline-block min-h-24px mt-4px pl-8px text-ink-2 text-13 underline decoration-line-strong underline-offset-3px hover:decoration-current lt-md:py-8px",
  bars: "w-full border-separate [border-spacing:0_2px] table-fixed [&_thead_th]:h-20px [&_thead_th]:text-ink-2 [&_thead_th]:font-400 [&_thead_th]:text-13 [&_thead_th]:text-left [&_tfoot_th]:pl-8px [&_tbody_th]:p-0 [&_tbody_th]:font-400 [&_tbody_th]:text-left",
  bar: "relative flex items-center h-28px p-[0_8px] rounded-6px [&>svg]:absolute [&>svg]:inset-0 [&_rect]:fill-surface-2 [&>span]:relative [&>span]:overflow-hidden [&>span]:text-ellipsis [&>span]:whitespace-nowrap focus-visible:rounded-6px lt-md:h-auto lt-md:min-h-36px lt-md:py-6px lt-md:[&>span]:wrap-anywhere lt-md:[&>span]:whitespace-normal forced:[&_rect]:[fill:Canvas] forced:[&_rect]:[stroke:CanvasText]",
  "panel-facts":
    "[&>div]:flex [&>div]:gap-12px [&>div]:items-center [&>div]:justify-between [&>div]:min-h-28px [&_dt]:flex [&_dt]:gap-4px [&_dt]:items-center [&_dt]:text-ink-2",
  "annotations-auto": "wrap-anywhere [&_ul]:pl-16px [&_ul]:list-disc",
  // Words for screen readers alone are placed in it, and not beside the page.
  "report-scroll": "relative overflow-x-auto",
  report:
    '[&_[data-rating="none"]]:text-ink-2 [&_[data-rating="none"]]:text-13 [&_[data-rating="good"]]:text-success [&_[data-rating="good"]]:fill-success [&_[data-rating="fair"]]:text-warn [&_[data-rating="fair"]]:fill-warn [&_[data-rating="poor"]]:text-danger [&_[data-rating="poor"]]:fill-danger',
};

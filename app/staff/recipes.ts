/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // The frame of the staff area: rail, bar, sheet. Sizes come from app/staff-kit/kit.css.
  staff:
    "grid grid-cols-[208px_minmax(0,_1fr)] min-h-100svh text-14 leading-1.25rem [font-variant-numeric:tabular-nums_lining-nums] bg-surface [&_:where(h1)]:text-24 [&_:where(h1)]:leading-1.75rem [&_:where(h2)]:text-16 [&_:where(h2)]:leading-1.25rem [&_:where(h2)]:[letter-spacing:-0.012em] [&_:where(h3)]:type-600-14/1.25rem-text [&_:where(h3)]:tracking-0 lt-md:grid-cols-[minmax(0,_1fr)] lt-md:text-15",
  "staff-logo":
    "inline-flex gap-0.5rem items-center min-h-32px px-10px font-600 text-19 leading-1 font-display [letter-spacing:-0.025em] [&_svg]:flex-none [&_svg]:w-26px [&_svg]:h-26px",
  "staff-burger": "[.staff_&]:hidden lt-md:[.staff_&]:inline-flex",
  // The work. What reaches from edge to edge of the sheet takes the class `staff-wide`.
  "staff-work":
    "flex flex-1 flex-col gap-16px min-w-0 p-[14px_page_24px] [&>*]:min-w-0 focus:outline-none [&_:where(h2)]:mb-8px",
  // Lines down the sheet reach its foot.
  "staff-wide": "-mx-page last:-mb-24px",
  "staff-head":
    "flex flex-wrap gap-[8px_12px] items-center min-h-ctl md:[&>h1]:py-[calc((var(--ctl)_-_1.75rem)_/_2)] [&_p]:max-w-72ch [&_p]:text-ink-2 lt-md:[&>p]:[flex-basis:100%] lt-md:[&>p]:max-w-none",
  "staff-head-actions": "flex flex-wrap gap-8px ml-auto lt-md:ml-0",
  "staff-text": "max-w-65ch text-ink-2",
  "staff-actions": "flex flex-wrap gap-8px",
};

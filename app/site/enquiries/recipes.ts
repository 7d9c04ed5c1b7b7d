/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // In print a grid would not break across pages.
  contact:
    "grid gap-[48px_gutter] py-[clamp(32px,_5vw,_84px)_clamp(80px,_9.4vw,_152px)] md:[grid-template:auto_1fr_/_5fr_7fr] print:block",
  "contact-intro": "grid gap-24px content-start",
  "contact-next":
    "grid gap-20px content-start [&_img]:hidden md:[&_img]:block md:[&_img]:w-full md:[&_img]:h-auto md:[&_img]:mt-20px",
  "contact-form":
    "grid gap-24px content-start focus:outline-none md:[grid-row:1_/_3] md:col-[2] md:pt-10px print:pt-24px",
  "contact-send": "flex flex-wrap gap-[16px_20px] items-center [.contact-next+&]:mt-36px",
  trap: "absolute w-1px h-1px overflow-hidden [clip-path:inset(50%)]",
  "sent-facts":
    "grid gap-[8px_32px] mb-40px [&_div]:py-14px [&_div]:border-t-1px-line [&_dt]:text-ink-2 [&_dt]:text-15 [&_dd]:text-20 [&_dd]:font-600 [&_dd]:tabular-nums sm:grid-cols-[repeat(3,_1fr)]",
};

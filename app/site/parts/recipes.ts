/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // Without this it would be a grid item.
  intro:
    "relative grid [&>picture]:contents [&_source]:hidden [&_img]:w-full [&_img]:h-full [&_img]:object-cover lt-md:[&_img]:aspect-[4/3] md:grid-cols-[7fr_5fr] md:gap-gutter md:min-h-[clamp(520px,_44vw,_660px)]",
  "intro-text":
    "flex flex-col gap-[clamp(20px,_5vw,_40px)] justify-between py-[clamp(12px,_2.2vw,_28px)_clamp(36px,_4vw,_64px)] [.intro-half>&]:px-margin md:[.intro-half>&]:gap-[min(40px,_2.4svh)] md:[.intro-half>&]:pb-[min(64px,_5svh)] md:[.intro-half>&]:pr-[clamp(24px,_4vw,_64px)] md:[.intro-half>&]:pl-bleed",
  // Facts between lines: below an intro, and at the end of an example.
  facts:
    "grid border-y-1px-line [&>li]:py-[clamp(22px,_2.6vw,_40px)] [&>li+li]:border-t-1px-line [&_p+p]:max-w-24em [&_p+p]:text-ink-2 [&_p+p]:leading-1.45 sm:grid-cols-[repeat(3,_1fr)] sm:[&>li]:px-[clamp(20px,_2.4vw,_40px)] sm:[&>:first-child]:pl-0 sm:[&>li+li]:border-t-0 sm:[&>li+li]:border-l-1px-line",
  // Absolutely positioned, so that the text alone sets the height.
  "intro-half":
    "md:grid-cols-[1fr_1fr] md:gap-0 md:min-h-[min(720px,_calc(100svh_-_var(--header)_-_var(--pills,_0px)))] md:[&_img]:absolute md:[&_img]:top-0 md:[&_img]:right-0 md:[&_img]:bottom-0 md:[&_img]:left-auto md:[&_img]:w-[50%]",
  // Styles that all pages of copy share.
  "page-head":
    "grid gap-[20px_gutter] py-[12px_clamp(40px,_4.4vw,_72px)] [&>nav]:mb-[clamp(8px,_1.6vw,_28px)] md:grid-cols-[8fr_4fr] md:items-end md:[&>nav]:col-[1/-1]",
  kicker: "block mb-12px text-accent-text type-600-18/1.3-text tracking-0 [h3>&]:mb-6px",
  passages:
    "grid gap-[40px_gutter] [&>li]:pt-20px [&>li]:border-t-1.5px-ink [&_p]:mt-12px [&_p]:text-ink-2 sm:grid-cols-[repeat(3,_1fr)]",
  marked:
    "grid gap-10px text-16 leading-1.45 [&>li]:grid [&>li]:grid-cols-[auto_1fr] [&>li]:gap-x-11px [&>li]:items-baseline",
  plain: "grid gap-1.1em max-w-40em",
  "passages-4": "sm:grid-cols-[1fr_1fr] xl:grid-cols-[repeat(4,_1fr)]",
  // A heading at the left, its content at the right.
  split:
    "grid gap-[40px_gutter] md:grid-cols-[5fr_7fr] md:items-start md:[&>:first-child]:sticky md:[&>:first-child]:top-[calc(var(--header)_+_32px)]",
  "split-note": "max-w-22em mt-20px text-balance",
  rows: "border-t-1px-line [&>li]:grid [&>li]:gap-[8px_gutter] [&>li]:py-[clamp(22px,_2.3vw,_34px)] [&>li]:border-b-1px-line [&_p]:text-ink-2 sm:[&>li]:grid-cols-[5fr_6fr]",
  qa: 'border-t-1px-line [&>details]:border-b-1px-line [&_h3]:text-fluid-20-26 [&_h3]:leading-1.16 [&_h3]:[letter-spacing:-0.015em] [&_summary>[class*="i-ph-"]]:[transition:transform_0.25s_var(--ease)] [&_[open]>summary>[class*="i-ph-"]]:[transform:rotate(45deg)] [&_details>p]:max-w-38em [&_details>p]:p-[0_48px_28px_0] [&_details>p]:text-ink-2',
};

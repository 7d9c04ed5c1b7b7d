/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // Buttons are round.
  btn: 'inline-flex gap-0.625rem items-center justify-center min-h-52px p-[0.5rem_1.625rem] font-600 text-17 leading-1.1 whitespace-nowrap border-1.5px-transparent rounded-full cursor-pointer [transition-duration:0.18s] [transition-property:background-color,_color,_border-color] focus-visible:rounded-full [&>[class*="i-ph-arrow"]]:[transition:transform_0.25s_var(--ease)] [&:hover>[class*="i-ph-arrow"]]:[transform:translateX(4px)] disabled:text-ink-3 disabled:bg-surface-2 disabled:border-transparent disabled:cursor-not-allowed',
  "btn-accent": "text-on-accent bg-accent hover:bg-accent-hover",
  "btn-primary": "text-on-primary bg-primary hover:bg-ink-2",
  "btn-outline": "text-ink border-line-strong hover:bg-surface hover:border-ink",
  "btn-text": "border-0 min-h-44px px-0 hover:text-accent-text",
  "btn-small": "min-h-44px px-1.25rem text-15",
  "icon-btn":
    "inline-grid flex-none place-items-center w-44px h-44px text-17 border-1.5px-transparent rounded-1/2 [transition:background-color_0.18s] focus-visible:rounded-1/2 hover:bg-surface-2 disabled:bg-none disabled:cursor-not-allowed disabled:op-45 aria-[disabled=true]:bg-none aria-[disabled=true]:cursor-not-allowed aria-[disabled=true]:op-45",
  "icon-btn-outline": "border-line-strong",
  more: 'relative inline-flex gap-0.5rem items-center min-h-44px font-600 before:absolute before:right-0 before:bottom-8px before:left-0 before:h-1.5px before:bg-current before:[transform:scaleX(0)] before:[transform-origin:left] before:[transition:transform_0.35s_var(--ease)] before:content-empty [&>[class*="i-ph-"]]:[transition:transform_0.25s_var(--ease)] [:is(a:hover,.card:hover)_&::before]:[transform:scaleX(1)] hover:before:[transform:scaleX(1)] [&:hover>[class*="i-ph-"]]:[transform:translateX(5px)]',
  card: "relative",
  // Makes the nearest positioned ancestor the target of this link.
  stretched:
    "after:absolute after:inset-0 after:content-empty focus-visible:outline-none focus-visible:after:focus-ring focus-visible:after:outline-offset-[-3px]",
  rhomb:
    "flex-none w-15px h-9px bg-accent [clip-path:var(--rhomb)] forced:[background:CanvasText] forced:[forced-color-adjust:none]",
  // Loading, and the two pages for when something is missing or broken.
  // A static half-way state instead of blinking.
  "star-spinner":
    "w-44px h-44px text-accent [:is(.btn,.staff-wait)>&]:w-20px [:is(.btn,.staff-wait)>&]:h-20px [:is(.btn,.staff-wait)>&]:text-inherit [&>path]:op-15 [&>path]:[animation:star-light_1s_infinite] [&>:nth-child(2)]:[animation-delay:0.2s] [&>:nth-child(3)]:[animation-delay:0.4s] [&>:nth-child(4)]:[animation-delay:0.6s] [&>:nth-child(5)]:[animation-delay:0.8s] motion-reduce:[&>path]:[animation:none] motion-reduce:[&>:nth-child(-n+3)]:op-100",
  "staff-wait": "flex p-12px [animation:late-arrival_0.2s_0.3s_both]",
  "route-progress-bar": "top-0 right-0 bottom-auto left-0 h-3px bg-accent [transform-origin:left]",
  "route-progress-star":
    "top-[calc(var(--header)_+_16px)] left-[50%] p-12px bg-bg rounded-1/2 shadow-float [translate:-50%]",
  notice:
    "grid gap-[clamp(32px,_4vw,_64px)] items-center min-h-70svh py-[clamp(40px,_6vw,_96px)] [&_h2]:my-[44px_12px] [&_img]:w-full md:[&:has(img)]:grid-cols-[1fr_1fr]",
  "notice-actions": "flex flex-wrap gap-12px mt-32px",
};

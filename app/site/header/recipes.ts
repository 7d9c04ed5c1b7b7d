/** Classes that stand in more than one place, by their names. */
export const recipes = {
  logo: "inline-flex flex-none gap-0.68rem items-center py-8px font-600 text-25 font-display leading-1 [letter-spacing:-0.025em] lt-sm:text-23",
  "logo-mark": "w-34px h-34px lt-sm:w-30px lt-sm:h-30px",
  "staff-links": "flex gap-4px items-center",
  "sheet-item":
    'flex items-center justify-between min-h-68px font-600 text-28 font-display leading-1 [letter-spacing:-0.02em] [&>[class*="i-ph-"]]:text-18 [&>[class*="i-ph-"]]:[transition:transform_0.2s]',
};

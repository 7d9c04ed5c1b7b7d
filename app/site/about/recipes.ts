/** Classes that stand in more than one place, by their names. */
export const recipes = {
  tint: "[--line:color-mix(in_srgb,_var(--ink)_20%,_transparent)] bg-surface-2",
  blank: "px-0.15em text-warn bg-warn-bg [-webkit-box-decoration-break:clone] [box-decoration-break:clone]",
  "about-after": "max-w-40em mt-[clamp(32px,_3.4vw,_56px)]",
  aside: "pb-section [.tint+&]:pt-section",
};

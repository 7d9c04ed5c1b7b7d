/** Classes that stand in more than one place, by their names. */
export const recipes = {
  pillar:
    "[&_h3]:relative [&_h3]:text-fluid-24-40 [&_h3]:leading-1 [&_p]:relative [&_p]:max-w-17em [&_p]:m-[12px_12px_0_0] [&_p]:leading-1.45 [@media_(width<64em)]:[&_h3]:text-28",
};

// Bundle: site
import { type ComponentProps, Fragment } from "react";
import { useDarkCondition } from "./theme-condition.ts";

interface Variant {
  light: string;
  dark: string;
}

interface ThemedArtProps extends Omit<ComponentProps<"img">, "src" | "srcSet"> {
  art: Variant;
  /** Shown instead in windows narrower than `below` pixels. The narrowest comes first. */
  narrow?: readonly (Variant & { below: number; width: number; height: number })[];
  width: number;
  height: number;
}

/**
 * A picture with a light and a dark variant. One of them is downloaded, or both once when the remembered theme is not
 * the system's (see `useDarkCondition`). Decorative unless `alt` is given.
 */
export function ThemedArt({ art, narrow, alt = "", ...img }: ThemedArtProps) {
  const dark = useDarkCondition();
  return (
    <picture>
      {narrow?.map(({ below, light, dark: night, ...size }) => (
        <Fragment key={below}>
          <source media={`(max-width:${below - 1}px) and ${dark}`} srcSet={night} {...size} />
          <source media={`(max-width:${below - 1}px)`} srcSet={light} {...size} />
        </Fragment>
      ))}
      <source media={dark} srcSet={art.dark} />
      <img src={art.light} alt={alt} {...img} />
    </picture>
  );
}

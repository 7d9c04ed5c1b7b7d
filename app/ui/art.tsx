import type { ComponentProps } from "react";
import { useDarkCondition } from "./theme-condition.ts";

interface Variant {
  light: string;
  dark: string;
}

interface ThemedArtProps extends Omit<ComponentProps<"img">, "src" | "srcSet"> {
  art: Variant;
  /** Shown instead below 1024 px. */
  narrow?: Variant;
  width: number;
  height: number;
}

/**
 * A picture with a light and a dark variant, of which one is downloaded, or both once when the visitor's remembered
 * theme is not the system's (see `useDarkCondition`). Decorative unless `alt` says otherwise.
 */
export function ThemedArt({ art, narrow, alt = "", ...img }: ThemedArtProps) {
  const dark = useDarkCondition();
  return (
    <picture>
      {narrow && <source media={`(max-width:1023px) and ${dark}`} srcSet={narrow.dark} />}
      {narrow && <source media="(max-width:1023px)" srcSet={narrow.light} />}
      <source media={dark} srcSet={art.dark} />
      <img src={art.light} alt={alt} {...img} />
    </picture>
  );
}

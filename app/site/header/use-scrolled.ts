import { useEffect, useState } from "react";

/**
 * True once the page is scrolled by 24 px: for browsers without scroll-driven animations, where the style sheet cannot
 * tell by itself. Others never leave false, and pay for no scroll listener.
 */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (CSS.supports("animation-timeline: scroll()")) return;
    const measure = () => setScrolled(scrollY > 24);
    measure();
    addEventListener("scroll", measure, { passive: true });
    return () => removeEventListener("scroll", measure);
  }, []);
  return scrolled;
}

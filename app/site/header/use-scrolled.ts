import { useEffect, useState } from "react";

/**
 * True once the page is scrolled by 24 px. Only for browsers without scroll-driven animations. In other browsers CSS
 * does this, so the value stays false and no scroll listener is added.
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

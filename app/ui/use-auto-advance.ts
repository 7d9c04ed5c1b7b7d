import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { prefersReducedMotion } from "./use-carousel.ts";

interface AutoAdvanceOptions {
  /** False until the carousel can be moved. */
  ready: boolean;
  /** Current position of the carousel. Every move, by the visitor or by the timer, restarts the wait. */
  position: number;
  delay: number;
  /** Moves on from `position`. */
  advance: (position: number) => void;
}

/** How far inside the window a carousel must be to count as visible. */
const sightMargin = "-20% 0px";

/**
 * Advances a carousel every `delay` ms while it is in view, unless the pointer or the focus is on it, the visitor
 * paused it, the page is hidden or motion is reduced. Pressing Start overrides pointer and focus, because both are on
 * the button then.
 */
export function useAutoAdvance({ ready, position, delay, advance }: AutoAdvanceOptions) {
  const [choice, setChoice] = useState<"none" | "paused" | "started">("none");
  const [attended, setAttended] = useState({ pointer: false, focus: false });
  const [allowed, setAllowed] = useState(false);
  const [seen, setSeen] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const reduced = matchMedia("(prefers-reduced-motion:reduce)");
    const decide = () => setAllowed(!prefersReducedMotion());
    decide();
    reduced.addEventListener("change", decide);
    return () => reduced.removeEventListener("change", decide);
  }, []);

  useEffect(() => {
    const sight = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: sightMargin,
    });
    if (place.current) sight.observe(place.current);
    return () => sight.disconnect();
  }, []);

  const held = choice === "paused" || (choice === "none" && (attended.pointer || attended.focus));
  const running = ready && allowed && seen && !held;

  const move = useEffectEvent(advance);

  useEffect(() => {
    if (!running) return;
    // The page's visibility is checked on every tick. A change of position restarts the interval.
    const timer = setInterval(() => document.hidden || move(position), delay);
    return () => clearInterval(timer);
  }, [running, position, delay]);

  function attend(change: Partial<typeof attended>) {
    const next = { ...attended, ...change };
    setAttended(next);
    if (!next.pointer && !next.focus && choice === "started") setChoice("none");
  }

  return {
    running,
    /** Whether the visitor has paused it; the button shows this. */
    paused: choice === "paused",
    toggle: () => setChoice(choice === "paused" ? "started" : "paused"),
    attendProps: {
      ref: place,
      onPointerEnter: () => attend({ pointer: true }),
      onPointerLeave: () => attend({ pointer: false }),
      onFocus: () => attend({ focus: true }),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) attend({ focus: false });
      },
    },
  };
}

import type { ReactNode } from "react";

interface SlideProps {
  /** Counted from 0. */
  index: number;
  count: number;
  /** Out of view: not read out and not focusable. */
  away?: boolean;
  children: ReactNode;
}

/** One slide, with the roles and names of the ARIA authoring practices. */
export function Slide({ index, count, away = false, children }: SlideProps) {
  return (
    <div
      className="slide"
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      inert={away}
    >
      {children}
    </div>
  );
}

/** A copy of a slide, so that a loop continues without a gap. Hidden from assistive technology. */
export function SlideCopy({ children }: { children: ReactNode }) {
  return (
    <div className="slide" aria-hidden="true" inert>
      {children}
    </div>
  );
}

interface DotsProps {
  count: number;
  /** What one slide is called, e.g. `quote`. */
  noun: string;
  isInView: (index: number) => boolean;
  goTo: (index: number) => void;
}

/** One rhomb per slide. Those of the slides in view are highlighted. */
export function Dots({ count, noun, isInView, goTo }: DotsProps) {
  return (
    <div className="needs-js dots: flex gap-4px items-center" role="group" aria-label={`Choose a ${noun}`}>
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          className="dot: grid place-items-center w-28px h-28px before:w-16px before:h-10px before:bg-current before:[clip-path:var(--rhomb)] before:op-38 before:[transition:opacity_0.18s] before:content-empty hover:before:op-70 [&[aria-current]::before]:w-26px [&[aria-current]::before]:h-16px [&[aria-current]::before]:op-100 forced:before:[background:ButtonText] forced:before:[forced-color-adjust:none]"
          aria-label={`Show ${noun} ${index + 1} of ${count}`}
          aria-current={isInView(index) ? "true" : undefined}
          onClick={() => goTo(index)}
        />
      ))}
    </div>
  );
}

interface ArrowsProps {
  noun: string;
  canGoPrevious: boolean;
  canGoNext: boolean;
  goPrevious: () => void;
  goNext: () => void;
}

/**
 * Previous and next. At an end a button is marked as disabled but keeps the focus of the person who pressed it last.
 */
export function Arrows({ noun, canGoPrevious, canGoNext, goPrevious, goNext }: ArrowsProps) {
  return (
    <>
      <button
        type="button"
        className="icon-btn icon-btn-outline needs-js"
        aria-label={`Previous ${noun}`}
        aria-disabled={!canGoPrevious}
        onClick={goPrevious}
      >
        <span className="i-ph-arrow-left" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-btn icon-btn-outline needs-js"
        aria-label={`Next ${noun}`}
        aria-disabled={!canGoNext}
        onClick={goNext}
      >
        <span className="i-ph-arrow-right" aria-hidden="true" />
      </button>
    </>
  );
}

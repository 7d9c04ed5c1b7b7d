import type { ReactNode } from "react";

interface SlideProps {
  /** Counted from 0. */
  index: number;
  count: number;
  /** Out of view: neither read out nor reached. */
  away?: boolean;
  children: ReactNode;
}

/** One slide, as the ARIA authoring practices name it. */
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

/** A copy of a slide that lets a loop run on without a gap; for the eye only. */
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

/** One rhomb per slide; those of the slides in view are lit. */
export function Dots({ count, noun, isInView, goTo }: DotsProps) {
  return (
    <div className="dots needs-js" role="group" aria-label={`Choose a ${noun}`}>
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          className="dot"
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

/** Previous and next. At an end they are disabled for everybody, yet keep the focus of whoever pressed them last. */
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

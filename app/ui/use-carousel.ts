import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { stepByWheel } from "./step-by-wheel.ts";
import type { EmblaApi } from "./embla.tsx";
import { useEmbla } from "./use-embla.tsx";

interface CarouselState {
  /** The first slide shown, counted from 0. */
  selected: number;
  perView: number;
  canGoPrevious: boolean;
  canGoNext: boolean;
}

interface Move {
  withEmbla: (api: EmblaApi) => void;
  /** The slide to go to from the one that is shown first; both are counted from 0. */
  from: (here: number) => number;
}

interface CarouselOptions {
  count: number;
  /** After the last slide comes the first. Once `live`, the list must then hold every slide twice (see `SlideCopy`). */
  loop: boolean;
}

/**
 * A carousel built on embla. The server sends a list that scrolls and snaps with CSS alone. Shortly before it comes into
 * view, or when it is asked to move, embla takes over at the position where the reader left it. The style sheet decides
 * how many slides are in view.
 */
export function useCarousel({ count, loop }: CarouselOptions) {
  const viewport = useRef<HTMLDivElement>(null);
  const { api, start, embla, isMissing } = useEmbla(viewport, { loop });
  const [moved, setMoved] = useState(false);
  /** Moves requested before embla is ready. */
  const waiting = useRef<Move[]>([]);

  useLayoutEffect(() => {
    const list = viewport.current;
    if (!api || !list) return;
    const slide = api.slideNodes()[0];
    const left = slide ? Math.round(list.scrollLeft / slide.offsetWidth) : 0;
    list.scrollLeft = 0;
    if (left) api.scrollTo(left, true);
  }, [api]);

  const state = useCarouselState(api, { count, loop }, waiting);

  useEffect(() => {
    if (isMissing) for (const move of waiting.current.splice(0)) scrollList(viewport.current, move);
  }, [isMissing]);

  function move(how: Move) {
    setMoved(true);
    if (api) return how.withEmbla(api);
    if (isMissing) return scrollList(viewport.current, how);
    waiting.current.push(how);
    start();
  }

  function goPrevious() {
    move({ withEmbla: (api) => api.scrollPrev(prefersReducedMotion()), from: (here) => here - 1 });
  }

  function goNext() {
    move({ withEmbla: (api) => api.scrollNext(prefersReducedMotion()), from: (here) => here + 1 });
  }

  /** Brings slide `index` into view, by the shorter way in a loop. */
  function goTo(index: number) {
    const withEmbla = (api: EmblaApi) => {
      const snaps = api.scrollSnapList().length;
      const here = api.selectedScrollSnap();
      const distance = (snap: number) => Math.min(Math.abs(snap - here), snaps - Math.abs(snap - here));
      const twin = index + count;
      const nearest = loop && twin < snaps && distance(twin) < distance(index) ? twin : index;
      api.scrollTo(Math.min(nearest, snaps - 1), prefersReducedMotion());
    };
    move({ withEmbla, from: () => index });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isMissing || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    if (event.key === "ArrowLeft") goPrevious();
    else goNext();
  }

  return {
    ...state,
    /** True once it was moved by anything except dragging. Its position is then announced. */
    moved,
    /** What drives the list; rendered next to it. */
    embla,
    /** True once embla drives the list. */
    live: api !== undefined,
    viewportProps: {
      ref: viewport,
      "data-live": api ? "" : undefined,
      tabIndex: 0,
      onKeyDown,
    },
    isInView: (index: number) => index >= state.selected && index < state.selected + state.perView,
    goPrevious,
    goNext,
    goTo,
  };
}

/** What embla shows. Once it can move, it makes the moves that wait. */
function useCarouselState(api: EmblaApi | undefined, { count, loop }: CarouselOptions, waiting: RefObject<Move[]>) {
  const [state, setState] = useState<CarouselState>({
    selected: 0,
    perView: 1,
    canGoPrevious: loop,
    canGoNext: true,
  });

  useEffect(() => {
    if (!api) return;
    const measure = () => {
      const slide = api.slideNodes()[0];
      setState({
        selected: api.selectedScrollSnap() % count,
        perView: slide ? Math.max(1, Math.round(api.rootNode().clientWidth / slide.offsetWidth)) : 1,
        canGoPrevious: loop || api.canScrollPrev(),
        canGoNext: loop || api.canScrollNext(),
      });
    };
    // A loop can move once its copies are rendered; embla then fires `reInit`.
    const catchUp = () => {
      measure();
      if (loop && api.slideNodes().length === count) return;
      for (const move of waiting.current.splice(0)) move.withEmbla(api);
    };
    api.on("select", measure).on("reInit", catchUp);
    catchUp();
    const releaseWheel = stepByWheel(api.rootNode(), (direction) =>
      direction > 0 ? api.scrollNext(prefersReducedMotion()) : api.scrollPrev(prefersReducedMotion()),
    );
    return () => {
      releaseWheel();
      api.off("select", measure).off("reInit", catchUp);
    };
  }, [api, count, loop, waiting]);

  return state;
}

/** Scrolls a list that embla does not drive, because it could not be loaded. */
function scrollList(list: HTMLElement | null, { from }: Move): void {
  const width = list?.querySelector<HTMLElement>(".slide")?.offsetWidth;
  if (!list || !width) return;
  const here = Math.round(list.scrollLeft / width);
  list.scrollTo({ left: from(here) * width, behavior: prefersReducedMotion() ? "instant" : "smooth" });
}

/** True when the visitor prefers reduced motion: carousels then jump instead of sliding. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion:reduce)").matches;
}

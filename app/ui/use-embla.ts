import type { EmblaCarouselType } from "embla-carousel";
import { type RefObject, useCallback, useEffect, useState } from "react";

export type Embla = EmblaCarouselType;

/**
 * Embla on `list`, once it is loaded: before the list comes into view, or when `start` is called. No page needs its code
 * to hydrate. If it cannot be loaded, the list goes on scrolling by itself.
 */
export function useEmbla(list: RefObject<HTMLElement | null>, { loop }: { loop: boolean }) {
  const [api, setApi] = useState<Embla>();
  const [isWanted, setWanted] = useState(false);
  const start = useCallback(() => setWanted(true), []);

  useEffect(() => {
    const isNear = (seen: IntersectionObserverEntry[]) => seen.some(({ isIntersecting }) => isIntersecting);
    const sight = new IntersectionObserver((seen) => isNear(seen) && start(), { rootMargin: "100%" });
    if (list.current) sight.observe(list.current);
    return () => sight.disconnect();
  }, [list, start]);

  useEffect(() => {
    if (!isWanted) return undefined;
    const left = new AbortController();
    import("embla-carousel").then(
      ({ default: createEmbla }) => {
        if (left.signal.aborted || !list.current) return;
        const embla = createEmbla(list.current, { loop, align: "start", dragThreshold: 10, duration: 25 });
        left.signal.addEventListener("abort", embla.destroy);
        setApi(embla);
      },
      () => {},
    );
    return () => left.abort();
  }, [isWanted, list, loop]);

  return { api, start };
}

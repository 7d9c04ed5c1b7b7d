import { lazy, type RefObject, Suspense, useCallback, useEffect, useState } from "react";
import type { EmblaApi } from "./embla.tsx";

/** If embla cannot be loaded, the list goes on scrolling by itself. */
const Embla = lazy(() => import("./embla.tsx").catch(() => ({ default: () => null })));

/**
 * Embla on `list`, once it is loaded: before the list comes into view, or when `start` is called. No page needs its code
 * to hydrate. The page renders `embla` next to the list.
 */
export function useEmbla(list: RefObject<HTMLElement | null>, { loop }: { loop: boolean }) {
  const [api, setApi] = useState<EmblaApi>();
  const [isWanted, setWanted] = useState(false);
  const start = useCallback(() => setWanted(true), []);

  useEffect(() => {
    const isNear = (seen: IntersectionObserverEntry[]) => seen.some(({ isIntersecting }) => isIntersecting);
    const sight = new IntersectionObserver((seen) => isNear(seen) && start(), { rootMargin: "100%" });
    if (list.current) sight.observe(list.current);
    return () => sight.disconnect();
  }, [list, start]);

  const embla = isWanted ? (
    <Suspense>
      <Embla list={list} loop={loop} onReady={setApi} />
    </Suspense>
  ) : null;
  return { api, start, embla };
}

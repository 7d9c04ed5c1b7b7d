import { type ComponentType, type RefObject, useCallback, useEffect, useState } from "react";
import type { EmblaApi, EmblaProps } from "./embla.tsx";

/**
 * Embla on `list`, once it is loaded: before the list comes into view, or when `start` is called. No page needs its code
 * to hydrate. The page renders `embla` next to the list. `isMissing` says that it could not be loaded.
 */
export function useEmbla(list: RefObject<HTMLElement | null>, { loop }: { loop: boolean }) {
  const [api, setApi] = useState<EmblaApi>();
  const [isWanted, setWanted] = useState(false);
  const [Embla, setEmbla] = useState<ComponentType<EmblaProps>>();
  const [isMissing, setMissing] = useState(false);
  const start = useCallback(() => setWanted(true), []);

  useEffect(() => {
    const isNear = (seen: IntersectionObserverEntry[]) => seen.some(({ isIntersecting }) => isIntersecting);
    const sight = new IntersectionObserver((seen) => isNear(seen) && start(), { rootMargin: "100%" });
    if (list.current) sight.observe(list.current);
    return () => sight.disconnect();
  }, [list, start]);

  useEffect(() => {
    if (!isWanted) return;
    import("./embla.tsx").then(
      (module) => setEmbla(() => module.default),
      () => setMissing(true),
    );
  }, [isWanted]);

  const embla = Embla ? <Embla list={list} loop={loop} onReady={setApi} /> : null;
  return { api, start, embla, isMissing };
}

import useEmblaCarousel, { type UseEmblaCarouselType } from "embla-carousel-react";
import { type RefObject, useEffect } from "react";

export type EmblaApi = NonNullable<UseEmblaCarouselType[1]>;

export interface EmblaProps {
  list: RefObject<HTMLElement | null>;
  loop: boolean;
  /** Called with embla once it drives the list. */
  onReady: (api: EmblaApi) => void;
}

/** Lets embla drive `list`. It shows nothing of its own, and is loaded by use-embla.tsx. */
export default function Embla({ list, loop, onReady }: EmblaProps) {
  const [setList, api] = useEmblaCarousel({ loop, align: "start", dragThreshold: 10, duration: 25 });
  useEffect(() => setList(list.current), [setList, list]);
  useEffect(() => {
    if (api) onReady(api);
  }, [api, onReady]);
  return null;
}

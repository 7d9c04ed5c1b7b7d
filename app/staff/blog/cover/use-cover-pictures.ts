import { useEffect, useRef, useState } from "react";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import { makeCover } from "./make-cover.ts";
import { type CoverKeys, sendCover } from "./send-cover.ts";

/** The pictures are made once nothing of the cover or the title has changed for this long, in milliseconds. */
const pause = 1500;

export type CoverState =
  | { kind: "stored" }
  | { kind: "waiting" }
  | { kind: "drawing" }
  | { kind: "failed"; message: string };

interface CoverPictures {
  state: CoverState;
  /** Contrast of the title with an uploaded picture on the shared image; null while none was measured. */
  titleContrast: number | null;
  retry: () => void;
}

/** How far the pictures of one cover and title have come. */
type Work = { of: string } & ({ kind: "drawing" } | { kind: "failed"; message: string });

/**
 * Makes and stores the pictures of a draft's cover where it has none, or the title on them has changed, and hands their
 * keys to `onPictures`. Who changes the cover takes its pictures away. A later change wins: the pictures of an earlier one
 * are dropped. With `isOff` nothing is made.
 */
export function useCoverPictures(
  { cover, title, pictures }: Pick<PostDraft, "cover" | "title" | "pictures">,
  onPictures: (pictures: CoverKeys) => void,
  isOff = false,
): CoverPictures {
  const wanted = cover && JSON.stringify([cover, title]);
  // What a stored draft brings was made from it.
  const [made, setMade] = useState({ of: pictures ? wanted : null, titleContrast: null as number | null });
  const [work, setWork] = useState<Work>();
  const isMade = wanted === null || (wanted === made.of && pictures !== null);
  const isFailed = work?.kind === "failed" && work.of === wanted;
  const hand = useRef(onPictures);
  useEffect(() => {
    hand.current = onPictures;
  });

  useEffect(() => {
    if (isOff || isMade || isFailed) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      setWork({ of: wanted, kind: "drawing" });
      storeCover(wanted).then(
        ({ keys, titleContrast }) => {
          if (isOver) return;
          setMade({ of: wanted, titleContrast });
          hand.current(keys);
        },
        (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          if (!isOver) setWork({ of: wanted, kind: "failed", message });
        },
      );
    }, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, isMade, isFailed, isOff]);

  const state: CoverState = isMade ? { kind: "stored" } : work?.of === wanted ? work : { kind: "waiting" };
  return { state, titleContrast: isMade ? made.titleContrast : null, retry: () => setWork(undefined) };
}

async function storeCover(wanted: string) {
  const [cover, title] = JSON.parse(wanted) as [NonNullable<PostDraft["cover"]>, string];
  const { files, titleContrast } = await makeCover(cover, title || "Untitled");
  return { keys: await sendCover(files), titleContrast };
}

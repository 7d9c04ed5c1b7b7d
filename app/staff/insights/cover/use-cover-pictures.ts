import { useEffect, useRef, useState } from "react";
import { nameOnCard } from "#shared/insights/cover-sizes.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { makeCover } from "./make-cover.ts";
import { sendCover } from "./send-cover.ts";

/** The pictures are made once nothing of the cover or the title has changed for this long, in milliseconds. */
const pause = 1500;

type Drawn = Pick<InsightDraft, "cover" | "title" | "pictures">;

export type CoverState =
  | { kind: "stored" }
  | { kind: "waiting" }
  | { kind: "drawing" }
  | { kind: "failed"; message: string }
  /** Somebody else has changed it, whose page draws it. */
  | { kind: "elsewhere" };

interface CoverPictures {
  state: CoverState;
  /** Contrast of the title with an uploaded picture on the shared image; null while none was measured. */
  titleContrast: number | null;
  /** Draws what failed, or what another page was to draw. */
  retry: () => void;
}

interface Options {
  /** What the server has: a change that comes from there was made on another page. */
  readStored: () => Drawn;
  /** Hears of new pictures, or of null where those of the draft are not stored any more. */
  onPictures: (pictures: InsightDraft["pictures"]) => void;
  /** True when the server has not taken the pictures. */
  isRefused: boolean;
}

/** How far the pictures of one cover and title have come. */
type Work = { of: string } & ({ kind: "drawing" } | { kind: "failed"; message: string });

/**
 * Makes and stores the pictures of a draft's cover where it has none, or another title stands on them, and hands their
 * keys to `onPictures`. Who changes the cover takes its pictures away. A later change wins: the pictures of an earlier one
 * are dropped. What another page has changed is left to that page; whoever opens the article makes what is missing then.
 */
export function useCoverPictures(draft: Drawn, { readStored, onPictures, isRefused }: Options): CoverPictures {
  const { cover, title, pictures } = draft;
  const wanted = cover && JSON.stringify([cover, nameOnCard(title)]);
  const isMade = wanted === null || (pictures !== null && pictures.title === nameOnCard(title) && !isRefused);
  const [origin, setOrigin] = useState(() => ({ of: wanted, stored: describe(readStored()), isElsewhere: false }));
  if (origin.of !== wanted) {
    const stored = describe(readStored());
    // What is as stored without a change there was changed here and changed back.
    setOrigin({ of: wanted, stored, isElsewhere: stored === describe(draft) && stored !== origin.stored });
  }
  const { isElsewhere } = origin;
  const [measured, setMeasured] = useState({ of: "", contrast: null as number | null });
  const [work, setWork] = useState<Work>();
  const isFailed = work?.kind === "failed" && work.of === wanted;
  const hand = useRef(onPictures);
  useEffect(() => {
    hand.current = onPictures;
  });

  useEffect(() => {
    if (isRefused) hand.current(null);
  }, [isRefused]);

  useEffect(() => {
    if (isMade || isFailed || isElsewhere) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      setWork({ of: wanted, kind: "drawing" });
      storeCover(wanted).then(
        ({ made, titleContrast }) => {
          if (isOver) return;
          setMeasured({ of: wanted, contrast: titleContrast });
          hand.current(made);
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
  }, [wanted, isMade, isFailed, isElsewhere]);

  function retry(): void {
    setWork(undefined);
    setOrigin({ ...origin, isElsewhere: false });
  }

  const running: CoverState = work?.of === wanted ? work : { kind: isElsewhere ? "elsewhere" : "waiting" };
  const state: CoverState = isMade ? { kind: "stored" } : running;
  return { state, titleContrast: isMade && measured.of === wanted ? measured.contrast : null, retry };
}

function describe({ cover, title, pictures }: Drawn): string {
  return JSON.stringify([cover, nameOnCard(title), pictures]);
}

async function storeCover(wanted: string) {
  const [cover, title] = JSON.parse(wanted) as [NonNullable<InsightDraft["cover"]>, string];
  const { files, titleContrast } = await makeCover(cover, title);
  return { made: { ...(await sendCover(files)), title }, titleContrast };
}

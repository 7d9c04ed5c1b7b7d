import { useEffect, useState } from "react";
import { findOpeningProblems, type OpeningProblem, judgeOpeningText } from "#shared/hiring/opening-checks.ts";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import type { Draft, NewestOpening } from "./newest-opening.ts";

/** The job is checked once nothing has changed for this long, in milliseconds. */
const pause = 500;

export interface OpeningChecks {
  problems: readonly OpeningProblem[];
  /** How the text reads; null where there is too little of it. */
  reading: string | null;
  /** The draft that was checked. */
  of: Draft;
}

/** What is to be put right before the job is published, brought up to date shortly after each change; null at first. */
export function useOpeningChecks(saver: Pick<Saver<NewestOpening>, "subscribe" | "read">): OpeningChecks | null {
  const [checks, setChecks] = useState<OpeningChecks | null>(null);
  useEffect(() => {
    let asked: Draft | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const { draft } = saver.read();
      const { words = null } = judgeOpeningText(draft.markdown) ?? {};
      setChecks({ problems: findOpeningProblems(draft, { now: Date.now() }), reading: words, of: draft });
    };
    const wait = () => {
      const { draft } = saver.read();
      if (draft === asked) return;
      asked = draft;
      clearTimeout(timer);
      timer = setTimeout(check, pause);
    };
    wait();
    const leave = saver.subscribe(wait);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [saver]);
  return checks;
}

import type { MissingState } from "./use-missing.ts";

interface MissingNoticeProps {
  state: MissingState;
  /** "Drawing covers of articles that came without them." */
  working: string;
  /** How many could not be made: "2 covers could not be drawn." */
  failed: (count: number) => string;
}

/** What the page makes in the background, and what it could not make. It needs nobody, so that it stays quiet, below the list, which does not move. */
export function MissingNotice({ state, working, failed }: MissingNoticeProps) {
  const { isWorking, trouble } = state;
  return (
    <p
      // It stays in the page, so that screen readers hear what comes into it.
      className="missing-notice: mx-page text-ink-2 empty:absolute"
      role="status"
    >
      {isWorking && `${working} You can go on. `}
      {trouble !== null && `${failed(state.failed)} ${trouble} The next visit tries again.`}
    </p>
  );
}

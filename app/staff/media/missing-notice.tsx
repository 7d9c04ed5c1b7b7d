import type { MissingState } from "./use-missing.ts";
import "./missing-notice.css";

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
    <p className="missing-notice" role="status">
      {isWorking && `${working} You can go on. `}
      {trouble !== null && `${failed(state.failed)} ${trouble} The next visit tries again.`}
    </p>
  );
}

import type { DiffPart } from "./diff-texts.ts";
import "./word-diff.css";

/** The text with its changes marked. With `side`, one of the two texts alone. */
export function WordDiff({ parts, side }: { parts: readonly DiffPart[]; side?: "before" | "after" }) {
  const hidden = side === "before" ? "added" : side === "after" ? "removed" : null;
  return (
    <div className="word-diff">
      {parts.map(({ kind, text }, at) => {
        if (kind === hidden) return null;
        const Mark = kind === "same" ? "span" : kind === "added" ? "ins" : "del";
        // oxlint-disable-next-line react/no-array-index-key -- parts have no name, and keep their order
        return <Mark key={at}>{text}</Mark>;
      })}
    </div>
  );
}

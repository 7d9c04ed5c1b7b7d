import type { DiffPart } from "./diff-texts.ts";
import "./recipes.ts";
import "./word-diff.css";

/** The text with its changes marked. With `side`, one of the two texts alone. */
export function WordDiff({ parts, side }: { parts: readonly DiffPart[]; side?: "before" | "after" }) {
  const hidden = side === "before" ? "added" : side === "after" ? "removed" : null;
  return (
    <div className="word-diff: type-400-15/1.5-text whitespace-pre-wrap wrap-anywhere [&_ins]:text-success [&_ins]:bg-success-bg [&_ins]:[text-decoration-thickness:1px] [&_del]:text-danger [&_del]:bg-danger-bg">
      {parts.map(({ kind, text }, at) => {
        if (kind === hidden) return null;
        const Mark = kind === "same" ? "span" : kind === "added" ? "ins" : "del";
        // oxlint-disable-next-line react/no-array-index-key -- parts have no name, and keep their order
        return <Mark key={at}>{text}</Mark>;
      })}
    </div>
  );
}

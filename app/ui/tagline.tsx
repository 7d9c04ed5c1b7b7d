// Bundle: site
/** The tagline: words with slanted strokes between them, read out as one phrase. */
export function Tagline({ words }: { words: readonly string[] }) {
  return (
    <p
      // Each word has its stroke at its left. The line is shifted left by the same width and clipped, so the stroke of a word at the start of a line is not visible.
      className="tagline: [--stroke:1.8em] flex flex-wrap ml-[calc(-1_*_var(--stroke))] text-ink-2 font-500 text-16 [clip-path:inset(0_0_0_var(--stroke))]"
    >
      {words.map((word, index) => (
        <span key={word}>
          {index > 0 && <span className="sr-only"> | </span>}
          {word}
        </span>
      ))}
    </p>
  );
}

// Bundle: site
/** The tagline: words with slanted strokes between them, read out as one phrase. */
export function Tagline({ words }: { words: readonly string[] }) {
  return (
    <p className="tagline">
      {words.map((word, index) => (
        <span key={word}>
          {index > 0 && <span className="sr-only"> | </span>}
          {word}
        </span>
      ))}
    </p>
  );
}

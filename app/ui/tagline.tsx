import { Fragment } from "react";

/** The tagline: words with slanted strokes between them, read out as one phrase. */
export function Tagline({ words }: { words: readonly string[] }) {
  return (
    <p className="tagline">
      {words.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && (
            <span className="tagline-stroke">
              <span className="sr-only"> | </span>
            </span>
          )}
          {word}
        </Fragment>
      ))}
    </p>
  );
}

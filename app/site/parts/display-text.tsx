// Bundle: display
/** Short words joined by a hyphen, such as "month-end", which must not break across lines in a heading. */
const joined = /(\b[\w’]{1,6}-[\w’]{1,6}\b)/;

/**
 * Text of a heading at display size: adds space between an f and a following i or l, and keeps short hyphenated words
 * on one line.
 */
export function DisplayText({ children }: { children: string }) {
  // oxlint-disable react/no-array-index-key -- parts of a text never move.
  return children.split(joined).map((part, index) =>
    // With a capturing group, split() puts the matches at the odd indexes.
    index % 2 === 1 ? (
      <span key={index} className="whole">
        <Loose>{part}</Loose>
      </span>
    ) : (
      <Loose key={index}>{part}</Loose>
    ),
  );
}

function Loose({ children }: { children: string }) {
  const [first, ...others] = children.split(/f(?=[il])/);
  return (
    <>
      {first}
      {others.map((rest) => (
        <span key={rest}>
          <span className="loose">f</span>
          {rest}
        </span>
      ))}
    </>
  );
}

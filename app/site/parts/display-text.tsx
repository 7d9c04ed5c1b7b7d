/** Short words joined by a hyphen, such as "month-end", which no line of a heading should break. */
const joined = /(\b[\w’]{1,6}-[\w’]{1,6}\b)/;

/** Text of a heading at display size, in which an f stands clear of the i or l after it and short joined words stay whole. */
export function DisplayText({ children }: { children: string }) {
  // oxlint-disable react/no-array-index-key -- parts of a text never move.
  return children.split(joined).map((part, index) =>
    // Every second part is one that was looked for.
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

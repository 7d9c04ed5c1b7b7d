/** Text of a heading at display size, in which an f stands clear of the i or l after it. */
export function DisplayText({ children }: { children: string }) {
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

/**
 * Text of a content file. Whatever stands in [square brackets] is shown as still to be filled in by the owner of the
 * site, and e-mail addresses can be followed.
 */
export function CopyText({ children }: { children: string }) {
  // oxlint-disable react/no-array-index-key -- parts of a text never move.
  return children.split(/(\[[^\]]+\]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/).map((part, index) => {
    // Every second part is one that was looked for.
    if (index % 2 === 0) return part;
    if (part.startsWith("["))
      return (
        <mark key={index} className="blank">
          {part}
        </mark>
      );
    return (
      <a key={index} className="underline underline-offset-4" href={`mailto:${part}`}>
        {part}
      </a>
    );
  });
}

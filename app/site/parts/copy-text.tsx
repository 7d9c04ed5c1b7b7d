/**
 * Text of a content file. Text in [square brackets] is highlighted as still to be filled in by the owner of the site,
 * and e-mail addresses and paths of this site become links.
 */
export function CopyText({ children }: { children: string }) {
  // oxlint-disable react/no-array-index-key -- parts of a text never move.
  return children.split(/(\[[^[\]]+\]|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<= )\/[a-z-]+)/).map((part, index) => {
    // With a capturing group, split() puts the matches at the odd indexes.
    if (index % 2 === 0) return part;
    if (part.startsWith("["))
      return (
        <mark key={index} className="blank">
          {part}
        </mark>
      );
    return (
      <a key={index} className="underlined" href={part.startsWith("/") ? part : `mailto:${part}`}>
        {part}
      </a>
    );
  });
}

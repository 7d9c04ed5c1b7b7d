// Bundle: parts
interface PlaceholderNoteProps {
  text: string;
  /** What the note is about. It is hidden once none of these is a placeholder. */
  of?: readonly { placeholder: boolean }[];
}

/** A note that the content beside it is a placeholder, which the owner of the site has to replace. */
export function PlaceholderNote({ text, of }: PlaceholderNoteProps) {
  if (of && !of.some(({ placeholder }) => placeholder)) return null;
  return (
    <p className="to-replace">
      <span className="i-ph-warning" aria-hidden="true" />
      {text}
    </p>
  );
}

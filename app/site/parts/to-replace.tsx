interface ToReplaceProps {
  text: string;
  /** What the note is about: once none of it is a placeholder, the note is gone. */
  of?: readonly { placeholder: boolean }[];
}

/** Says that what stands beside it is a stand-in which the owner of the site has yet to replace. */
export function ToReplace({ text, of }: ToReplaceProps) {
  if (of && !of.some(({ placeholder }) => placeholder)) return null;
  return (
    <p className="to-replace">
      <span className="i-ph-warning" aria-hidden="true" />
      {text}
    </p>
  );
}

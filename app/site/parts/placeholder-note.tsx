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
    <p className="to-replace: grid grid-cols-[auto_1fr] gap-12px max-w-46rem p-[14px_18px] text-warn text-15 leading-1.5 bg-warn-bg [.section-head>&]:pb-14px [&>[class*='i-ph-']]:mt-0.1em">
      <span className="i-ph-warning" aria-hidden="true" />
      {text}
    </p>
  );
}

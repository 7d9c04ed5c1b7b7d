/** Says that what follows is a stand-in which the owner of the site has yet to replace. */
export function ToReplace({ text }: { text: string }) {
  return (
    <p className="to-replace">
      <span className="i-ph-warning" aria-hidden="true" />
      {text}
    </p>
  );
}

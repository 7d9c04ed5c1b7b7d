import { type ComponentType, startTransition, useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";

/** The way to the search. With script it opens over the page, and so does the key "/"; its code is loaded then. */
export function SearchLink() {
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }>>();

  function open(event: { preventDefault: () => void }) {
    event.preventDefault();
    import("../search/search-dialog.tsx").then(
      ({ SearchDialog }) => startTransition(() => setDialog(() => SearchDialog)),
      () => location.assign("/search"),
    );
  }

  const onSlash = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key !== "/" || ctrlKey || metaKey || altKey) return;
    if (!(target as Element).closest("input,select,textarea,dialog")) open(event);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onSlash(event);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <Link
        to="/search"
        className="icon-btn"
        aria-label="Search"
        onClick={(event) => event.metaKey || event.ctrlKey || event.shiftKey || open(event)}
      >
        <span className="i-ph-magnifying-glass" aria-hidden="true" />
      </Link>
      {Dialog && <Dialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

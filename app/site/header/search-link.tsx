import { labels } from "#app/content/labels.ts";
import { type ComponentType, startTransition, useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";

/** The link to the search. With script it opens over the page, and so does the key "/"; its code is loaded then. */
export function SearchLink() {
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }>>();

  function open(event: Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "preventDefault">) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    import("../search/search-dialog.tsx").then(
      ({ SearchDialog }) => startTransition(() => setDialog(() => SearchDialog)),
      () => location.assign("/search"),
    );
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInField = (event.target as Element).closest("input,select,textarea,dialog");
    if (event.key === "/" && !isInField) open(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <Link
        to="/search"
        className="icon-btn"
        aria-label={labels.header.search}
        onClick={(event) => event.shiftKey || open(event)}
      >
        <span className="i-ph-magnifying-glass" aria-hidden="true" />
      </Link>
      {Dialog && <Dialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

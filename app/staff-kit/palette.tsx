import { useEffect, useRef, useState } from "react";
import { Icon } from "./icon.tsx";
import { Keys } from "./keys.tsx";
import { PaletteBox } from "./palette-box.client.tsx";
import type { PaletteItem } from "./palette-sources.ts";
import { useShortcut } from "./use-shortcut.ts";
import "./kit.css";
import "./palette.css";

const paletteId = "staff-palette";

/** Opens the palette; looks like a field for a search. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className="kit-palette-button needs-js"
      command="show-modal"
      commandfor={paletteId}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Icon name="search" />
      <span className="kit-palette-words">Search or jump to</span>
      <Keys keys="mod+k" />
    </button>
  );
}

/**
 * Leads by words to a page that the reader may open, or to a record that a source finds (`usePaletteSource`). Once per
 * page, in the frame.
 */
export function Palette({ pages }: { pages: readonly PaletteItem[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);

  useShortcut({ keys: "mod+k", name: "Search, or jump to a page or record", group: "Everywhere" }, () => {
    if (dialog.current?.open) dialog.current.close();
    else dialog.current?.showModal();
  });

  // React has `onToggle` for popovers, not for dialogs.
  useEffect(() => {
    const element = dialog.current;
    const onToggle = () => setOpen(element?.open ?? false);
    element?.addEventListener("toggle", onToggle);
    return () => element?.removeEventListener("toggle", onToggle);
  }, []);

  return (
    <dialog ref={dialog} id={paletteId} className="kit-palette kit-float" aria-label="Search or jump to">
      {isOpen && <PaletteBox pages={pages} onDone={() => dialog.current?.close()} />}
    </dialog>
  );
}

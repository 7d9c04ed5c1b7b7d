import { useEffect, useRef, useState } from "react";
import { Icon } from "./icon.tsx";
import { Keys } from "./keys.tsx";
import { PaletteBox } from "./palette-box.client.tsx";
import type { PaletteItem } from "./palette-sources.ts";
import { useShortcut } from "./use-shortcut.ts";
import "./recipes.ts";
import "./kit.css";
import "./palette.css";

const paletteId = "staff-palette";

/** Opens the palette; looks like a field for a search. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className="needs-js kit-palette-button: inline-flex flex-[0_1_300px] gap-8px items-center min-w-0 h-32px p-[0_8px_0_12px] text-ink-3 bg-surface-2 rounded-full hover:text-ink focus-visible:rounded-full lt-md:flex-none lt-md:justify-center lt-md:w-40px lt-md:h-40px lt-md:ml-auto lt-md:p-0 lt-md:bg-none forced:border-1px-[ButtonBorder]"
      command="show-modal"
      commandfor={paletteId}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Icon name="search" />
      <span className="kit-palette-words: lt-md:absolute lt-md:w-1px lt-md:h-1px lt-md:overflow-hidden lt-md:[clip-path:inset(50%)]">
        Search or jump to
      </span>
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
    <dialog
      ref={dialog}
      id={paletteId}
      className="kit-float kit-palette: w-560px max-w-[calc(100vw_-_24px)] max-h-[min(520px,_80svh)] m-[12svh_auto_auto] p-0 overflow-hidden text-ink text-14 leading-1.25rem bg-bg border-1px-line rounded-16px [&[open]]:flex [&[open]]:flex-col focus-visible:outline-none backdrop:bg-scrim"
      aria-label="Search or jump to"
    >
      {isOpen && <PaletteBox pages={pages} onDone={() => dialog.current?.close()} />}
    </dialog>
  );
}

import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { usePageChange } from "#app/ui/use-page-change.ts";

/** Milliseconds the pointer must be on an item before its menu opens, and off it before the menu closes. */
const openDelay = 120;
const closeDelay = 150;

/**
 * The header's drop-down menus. They open on hover, keyboard focus, click, Enter, ArrowDown and touch, one at a time.
 * Before hydration CSS alone opens them (`nav:not([data-live])`). A menu that is open at hydration stays open.
 */
export function useMenus() {
  const nav = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /**
   * The menu that a click keeps open. Hover or focus may have opened it before, and only the next click closes it. A
   * ref, because clicks from before hydration are replayed at once, before React renders again.
   */
  const pinned = useRef<string | null>(null);
  const [live, setLive] = useState(false);
  const [open, setOpen] = useState<string | null>(null);

  function show(id: string | null, pin = false) {
    clearTimeout(timer.current);
    pinned.current = pin ? id : null;
    setOpen(id);
  }

  function showLater(id: string | null, delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(id), delay);
  }

  /** Marks the menu that CSS has opened before hydration as open in the state. */
  const takeOver = useEffectEvent(() => {
    setLive(true);
    const group = nav.current?.querySelector<HTMLElement>("[data-menu]:is(:hover,:focus-within)");
    show(group?.dataset.menu ?? null);
  });

  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only the document shows which menu is open at this moment
    takeOver();
    return () => clearTimeout(timer.current);
  }, []);

  usePageChange("key", () => show(null));

  const quiet = useClosing(nav, open, show);

  /** Handlers for the list item that holds the button and the panel of menu `id`. */
  function groupProps(id: string) {
    return {
      "data-menu": id,
      onPointerEnter(event: PointerEvent) {
        if (event.pointerType === "touch") return;
        if (open === id) clearTimeout(timer.current);
        else showLater(id, openDelay);
      },
      onPointerLeave(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "touch") return;
        clearTimeout(timer.current);
        // A menu with visible keyboard focus inside stays open.
        if (open === id && !event.currentTarget.querySelector(":focus-visible")) showLater(null, closeDelay);
      },
      onBlur(event: FocusEvent<HTMLElement>) {
        const next = event.relatedTarget;
        if (next && open === id && !event.currentTarget.contains(next)) show(null);
      },
    };
  }

  /** Handlers for the button that opens menu `id`. */
  function buttonProps(id: string) {
    return {
      onFocus(event: FocusEvent) {
        if (!quiet.current && event.target.matches(":focus-visible")) show(id);
      },
      onClick() {
        show(pinned.current === id ? null : id, true);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        flushSync(() => show(id, true));
        event.currentTarget.parentElement?.querySelector<HTMLElement>("a")?.focus();
      },
    };
  }

  return { nav, live, open, groupProps, buttonProps };
}

/** Shows no menu when somebody presses beside the open one, or Escape, which gives the focus back to its button. */
function useClosing(nav: RefObject<HTMLElement | null>, open: string | null, show: (id: null) => void) {
  /** Set while the focus returns to a button, which must not open its menu again. */
  const quiet = useRef(false);
  const showNow = useEffectEvent(show);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: globalThis.PointerEvent) => {
      if (!nav.current?.contains(event.target as Node)) showNow(null);
    };
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      const group = nav.current?.querySelector<HTMLElement>(`[data-menu="${open}"]`);
      const active = document.activeElement;
      if (active === document.body || group?.contains(active)) {
        quiet.current = true;
        group?.querySelector("button")?.focus();
        quiet.current = false;
      }
      showNow(null);
    };
    addEventListener("pointerdown", onPointerDown);
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("pointerdown", onPointerDown);
      removeEventListener("keydown", onKeyDown);
    };
  }, [nav, open]);

  return quiet;
}

import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useRef } from "react";

/**
 * One stop of the tab order for all buttons of a toolbar: arrows, Home and End go from button to button. Its fields need
 * these keys themselves, so each is a stop of its own. Escape leads back to the text, and Alt+F10 in the text leads here.
 */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>, editor: Editor): void {
  const current = useRef(0);
  // After every change of the bar, as its buttons may be others.
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const list = () => [...element.querySelectorAll<HTMLElement>("button:not([role^=menuitem])")];
    const stop = (at: number) => {
      current.current = at;
      for (const [index, tool] of list().entries()) tool.tabIndex = index === at ? 0 : -1;
    };
    stop(Math.min(current.current, list().length - 1));
    const onFocus = ({ target }: FocusEvent) => {
      const at = list().indexOf(target as HTMLElement);
      if (at >= 0) stop(at);
    };
    const onKey = (event: KeyboardEvent) => {
      const tools = list();
      const at = tools.indexOf(event.target as HTMLElement);
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (event.key === "Escape" && (at >= 0 || isField)) return editor.view.focus();
      if (at < 0) return;
      const last = tools.length - 1;
      const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
        event.key
      ];
      if (next === undefined) return;
      event.preventDefault();
      tools[next]?.focus();
    };
    const onText = (event: KeyboardEvent) => {
      if (!event.altKey || event.key !== "F10") return;
      event.preventDefault();
      list()
        .find(({ tabIndex }) => tabIndex === 0)
        ?.focus();
    };
    const watch = new AbortController();
    const { signal } = watch;
    element.addEventListener("focusin", onFocus, { signal });
    element.addEventListener("keydown", onKey, { signal });
    if (element.ariaLabel === "Formatting") editor.view.dom.addEventListener("keydown", onText, { signal });
    return () => watch.abort();
  });
}

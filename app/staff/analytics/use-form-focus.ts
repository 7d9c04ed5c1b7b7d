import { useEffect, useRef } from "react";

/**
 * Puts the focus into the form that a link with `data-opens` has opened, and back onto that link when the form is
 * closed and nothing else has taken the focus. `edit` is what the address says: the form that is open, null for none.
 */
export function useFormFocus(edit: string | null): void {
  const last = useRef(edit);
  useEffect(() => {
    const before = last.current;
    last.current = edit;
    if (edit === before) return;
    if (edit !== null) focusOn("[data-edit-form] :is(input:not([type='hidden']), select)");
    else if (before !== null && document.activeElement === document.body)
      focusOn(`[data-opens="${CSS.escape(before)}"]`);
  }, [edit]);
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

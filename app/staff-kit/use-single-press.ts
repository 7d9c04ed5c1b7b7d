import { useEffect } from "react";

/**
 * Makes the key Enter press a button or link once, however long it is held. Else the key that answers a question in a
 * dialog would, once the focus is back, press the button that asks it again. Once per page, in the frame.
 */
export function useSinglePress(): void {
  useEffect(() => {
    addEventListener("keydown", stopHeldEnter, { capture: true });
    return () => removeEventListener("keydown", stopHeldEnter, { capture: true });
  }, []);
}

function stopHeldEnter(event: KeyboardEvent): void {
  if (!event.repeat || event.key !== "Enter") return;
  if (event.target instanceof Element && event.target.closest("button, a, summary")) event.preventDefault();
}

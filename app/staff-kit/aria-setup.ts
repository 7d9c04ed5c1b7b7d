import { useState } from "react";

/**
 * React Aria adds a style element for its buttons, which our policy (`style-src 'self'`) refuses with an error in the
 * console. It adds none where an element with this id stands: aria.css holds the rule instead.
 */
const styleId = "react-aria-pressable-style";

if (!document.getElementById(styleId)) {
  const mark = document.createElement("meta");
  mark.id = styleId;
  document.head.appendChild(mark);
}

/**
 * The ref of a control, and where what floats from it belongs: into the dialog around it, because nothing else lies
 * above a modal dialog.
 */
export function useLayer(): [ref: (element: Element | null) => void, layer: HTMLElement] {
  const [layer, setLayer] = useState(document.body);
  return [(element) => element && setLayer(element.closest("dialog") ?? document.body), layer];
}

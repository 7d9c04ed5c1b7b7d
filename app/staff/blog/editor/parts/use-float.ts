import type { Editor } from "@tiptap/core";
import { type RefObject, useLayoutEffect } from "react";

/** Places an element of the editor's page above or below a place of the text, inside of the page. */
export function useFloat(
  element: RefObject<HTMLElement | null>,
  editor: Editor,
  pos: number | null,
  side: "above" | "below",
): void {
  useLayoutEffect(() => {
    const float = element.current;
    const page = float?.parentElement;
    if (!float || !page || pos === null) return;
    const frame = page.getBoundingClientRect();
    const at = editor.view.coordsAtPos(Math.min(pos, editor.state.doc.content.size));
    const left = Math.max(0, Math.min(at.left - frame.left, frame.width - float.offsetWidth));
    const above = at.top - frame.top - float.offsetHeight - 8;
    const below = at.bottom - frame.top + 8;
    const hasRoom = side === "below" ? true : at.top - float.offsetHeight > 120;
    float.style.setProperty("left", `${left}px`);
    float.style.setProperty("top", `${side === "above" && hasRoom ? above : below}px`);
  });
}

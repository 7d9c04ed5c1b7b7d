import type { Editor } from "@tiptap/core";
import { type RefObject, useLayoutEffect } from "react";

/** From the edge of the window to an element, and from an element to its place in the text, in CSS pixels. */
const gap = 8;
/** The bars above the text. */
const bars = 120;

/**
 * Places an element of the editor's page above or below a place of the text, inside of the page: on the other side where
 * the window has no room for it. `--room` is the height that it may take, in CSS pixels.
 */
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
    const roomAbove = at.top - bars;
    const roomBelow = (window.visualViewport?.height ?? innerHeight) - at.bottom - 2 * gap;
    float.style.setProperty("--room", `${Math.max(roomAbove, roomBelow)}px`);
    const height = float.offsetHeight;
    const isAbove = side === "above" ? height < roomAbove : height > roomBelow && roomAbove > roomBelow;
    float.style.setProperty("left", `${left}px`);
    float.style.setProperty("top", `${isAbove ? at.top - frame.top - height - gap : at.bottom - frame.top + gap}px`);
  });
}

import { type ReactNode, useEffect, useRef } from "react";

interface TooltipProps {
  /** For `aria-describedby` of the control, unless its text is the control's name already. */
  id: string;
  text: string;
  /** The text is the control's name: shown, and not read out twice. */
  isHidden?: boolean;
  /** One control. */
  children: ReactNode;
}

/**
 * A sentence beside a control while the pointer is on it or the focus in it. The pointer may move onto the sentence;
 * Escape hides it. It floats above everything, so that no scrolling list cuts it off.
 */
export function Tooltip({ id, text, isHidden = false, children }: TooltipProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const element = frame.current;
    const shown = tip.current;
    if (!element || !shown) return;
    const show = () => element.isConnected && !shown.matches(":popover-open") && shown.showPopover({ source: element });
    const hide = () => shown.matches(":popover-open") && shown.hidePopover();
    const onFocus = () => element.querySelector(":focus-visible") && show();
    const onLeave = () => element.querySelector(":focus-visible") || hide();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !shown.matches(":popover-open")) return;
      // The first Escape is for the sentence, not for the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      hide();
    };
    const watch = new AbortController();
    const { signal } = watch;
    element.addEventListener("pointerenter", show, { signal });
    element.addEventListener("pointerleave", onLeave, { signal });
    element.addEventListener("pointerdown", hide, { signal });
    element.addEventListener("focusin", onFocus, { signal });
    element.addEventListener("focusout", hide, { signal });
    addEventListener("keydown", onKey, { signal, capture: true });
    return () => watch.abort();
  }, []);

  return (
    <span ref={frame} className="kit-tipped: inline-flex">
      {children}
      <span
        ref={tip}
        id={id}
        // The gap between the control and the sentence.
        className="kit-tip: fixed inset-auto max-w-280px m-0 p-[6px_10px] text-on-primary font-500 text-13 leading-1.125rem whitespace-normal bg-primary border-0 rounded-control [position-area:block-end] [position-try-fallbacks:flip-block,_block-end_span-inline-start,_block-end_span-inline-end] before:absolute before:-inset-y-6px before:inset-x-0 before:-z-1 before:content-empty [&:popover-open]:my-5px forced:border-1px-[CanvasText]"
        role="tooltip"
        popover="manual"
        aria-hidden={isHidden || undefined}
      >
        {text}
      </span>
    </span>
  );
}

// Bundle: staff
import { useRef } from "react";
import { usePageChange } from "#app/ui/use-page-change.ts";

/**
 * Says what a form has done. Where the button of the form is gone, the focus moves here. The element is always in the
 * page, because screen readers announce only changes of an existing element.
 */
export function DoneNotice({ text }: { text: string | null }) {
  const element = useRef<HTMLParagraphElement>(null);
  usePageChange("key", () => {
    if (text && document.activeElement === document.body) element.current?.focus();
  });
  return (
    <p ref={element} className="staff-done" role="status" tabIndex={-1}>
      {text}
    </p>
  );
}

import { useRef } from "react";
import { usePageChange } from "#app/ui/use-page-change.ts";

/**
 * Says what a form has done. With script the form is rendered anew and its button is gone, so the focus moves here. The
 * element is always in the page, because screen readers announce only changes of an existing element.
 */
export function DoneNotice({ text }: { text: string | null }) {
  const element = useRef<HTMLParagraphElement>(null);
  usePageChange("key", () => {
    if (text) element.current?.focus();
  });
  return (
    <p ref={element} className="inbox-done" role="status" tabIndex={-1}>
      {text}
    </p>
  );
}

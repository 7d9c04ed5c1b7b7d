import { useRef } from "react";
import { usePageChange } from "#app/ui/use-page-change.ts";

/**
 * What a form has done. With script the form itself is made anew and its button is gone, so the focus comes here; the
 * element is always there, because only then is a change of its text read out.
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

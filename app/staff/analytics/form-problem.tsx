import { useNavigation } from "react-router";
import { Icon } from "#app/staff-kit/icon.tsx";

/**
 * Why a form was refused. It takes the focus when it appears, as the form may have come anew; while a form is sent it is
 * away, so that it appears again.
 */
export function FormProblem({ text }: { text: string | null }) {
  const isSending = useNavigation().formData !== undefined;
  if (text === null || isSending) return null;
  return (
    <p ref={takeFocus} className="kit-error" role="alert" tabIndex={-1}>
      <Icon name="warning" />
      {text}
    </p>
  );
}

function takeFocus(element: HTMLParagraphElement | null): void {
  element?.focus();
}

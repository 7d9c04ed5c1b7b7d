import { findFieldId } from "./field-frame.tsx";
import { goToTarget } from "./go-to-target.ts";
import "./field.css";

export interface FormProblem {
  /** The field it belongs to; none when it concerns the whole form. */
  field?: string;
  message: string;
}

/**
 * What stands between the reader and success. Takes focus when it appears and leads to the fields; whoever shows it
 * removes it while the form is sent again, so that it can appear anew.
 */
export function FormSummary({ title, problems }: { title: string; problems: readonly FormProblem[] }) {
  return (
    <div
      ref={takeFocus}
      className="form-summary"
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- moves focus here when a refused form comes back without script
      autoFocus
    >
      <span className="field-icon-warning" aria-hidden="true" />
      <div>
        <p className="form-summary-title">{title}</p>
        <ul>
          {problems.map(({ field, message }) => (
            <li key={message}>
              {field ? (
                <a href={`#${findFieldId(field)}`} onClick={goToTarget}>
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function takeFocus(element: HTMLDivElement | null): void {
  element?.focus();
}

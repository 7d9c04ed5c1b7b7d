// Bundle: forms
import { useLocation } from "react-router";
import type { FormProblem } from "#shared/pages/refusal.ts";
import { toFieldId } from "./field-frame.tsx";
import { goToTarget } from "./go-to-target.ts";
import "./field-recipes.ts";
import "./field.css";

interface FormSummaryProps {
  title: string;
  problems: readonly FormProblem[];
  /** Names of the fields corrected since: their problems stay in the list, struck out. */
  corrected?: readonly string[];
}

/**
 * The list of problems of a refused form. It takes the focus when it appears and links to the fields. The form removes
 * it while it is sent again, so that it appears anew. It has the focus, so it is read out at once. Later changes in it,
 * mainly of the title, are read when the screen reader pauses.
 */
export function FormSummary({ title, problems, corrected }: FormSummaryProps) {
  const { pathname, search } = useLocation();
  const back = new URLSearchParams({ next: pathname + search });
  const isDone = (field: string | undefined) => field !== undefined && corrected?.includes(field);
  const isAllDone = problems.every(({ field }) => isDone(field));
  return (
    <div
      ref={takeFocus}
      className={isAllDone ? "form-summary form-summary-done" : "form-summary"}
      role="alert"
      aria-live="polite"
      aria-atomic="false"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- moves focus here when a refused form comes back without script
      autoFocus
    >
      <span className={isAllDone ? "field-icon-check" : "field-icon-warning"} aria-hidden="true" />
      <div>
        <p className="form-summary-title: font-600">{title}</p>
        <ul>
          {problems.map(({ field, message, href }) => (
            <li key={message}>
              {isDone(field) ? (
                <del>
                  <span className="sr-only">Put right: </span>
                  {message}
                </del>
              ) : field ? (
                <a href={`#${toFieldId(field)}`} onClick={goToTarget}>
                  {message}
                </a>
              ) : href ? (
                <a href={`${href}?${back}`}>{message}</a>
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

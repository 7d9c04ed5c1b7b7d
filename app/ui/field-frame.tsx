// Bundle: fields
import { type ReactNode, useId } from "react";
import "./field-recipes.ts";
import "./field.css";

export interface FieldWords {
  label: ReactNode;
  hint?: string | undefined;
  /** A sentence that says how to correct it. */
  error?: string | undefined;
}

/** Attributes of a field's control, so that its label, hint and error are read out with it. */
interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldFrameProps extends FieldWords {
  /** The field's name in the form. The links of a FormSummary lead to it. */
  name: string;
  required: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** Label above, control, error and hint below. */
export function FieldFrame({ label, name, hint, error, required, children }: FieldFrameProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={toFieldId(name)}>
        {label} {!required && <span className="field-optional">(optional)</span>}
      </label>
      {children({
        id: toFieldId(name),
        "aria-invalid": error ? true : undefined,
        "aria-describedby": notes || undefined,
      })}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

/** Error and hint of a field whose control refers to them as `${id}-error` and `${id}-hint`. */
export function FieldNotes({ id, error, hint }: { id: string; error: string | undefined; hint?: string | undefined }) {
  return (
    <>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <span className="field-icon-warning" aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

/** The element id of the field called `name`. A page must not have two forms with the same field name. */
export function toFieldId(name: string): string {
  return `field-${name}`;
}

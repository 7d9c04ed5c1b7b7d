import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import "./field.css";

export interface FieldProps extends ComponentPropsWithRef<"input"> {
  label: string;
  /** The field's name in the form, and its address for the links of a FormSummary. */
  name: string;
  hint?: string | undefined;
  /** A sentence that says how to put it right. */
  error?: string | undefined;
  /** A control shown inside the field at its end. */
  end?: ReactNode;
}

/** One labelled input. Its hint and its error are read out with it. */
export function Field({ label, hint, error, end, required = true, ...input }: FieldProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={findFieldId(input.name)}>
        {label} {!required && <span className="field-optional">(optional)</span>}
      </label>
      <div className="field-control">
        <input
          {...input}
          id={findFieldId(input.name)}
          className={end ? "field-input field-input-ended" : "field-input"}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        {end}
      </div>
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
    </div>
  );
}

/** The element id of the field called `name`; a page holds one form with that name. */
export function findFieldId(name: string): string {
  return `field-${name}`;
}

// Bundle: staff
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";
import "./kit.css";

export interface FieldText {
  label: string;
  hint?: ReactNode;
  /** A sentence that says how to put it right. */
  error?: string | undefined;
}

/** The attributes that tie a control to its label, hint and error. */
export interface FieldTies {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Label above, control, error and hint below, in the density of the staff area. */
export function KitField({
  label,
  hint,
  error,
  isOptional = false,
  id: own,
  children,
}: FieldText & {
  isOptional?: boolean;
  /** Of the control, where a link leads to it. */
  id?: string | undefined;
  children: (ties: FieldTies) => ReactNode;
}) {
  const made = useId();
  const id = own ?? made;
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="kit-field">
      <label className="kit-label" htmlFor={id} id={`${id}-label`}>
        {label} {isOptional && <span className="kit-optional">(optional)</span>}
      </label>
      {children({ id, "aria-describedby": notes || undefined, "aria-invalid": error ? true : undefined })}
      {error && (
        <p className="kit-error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
      {hint && (
        <p className="kit-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

// Bundle: forms
import { type ComponentPropsWithRef, useId } from "react";
import { FieldNotes, type FieldWords, toFieldId } from "./field-frame.tsx";
import "./field-recipes.ts";

interface CheckboxProps extends FieldWords, ComponentPropsWithRef<"input"> {
  name: string;
}

/** A checkbox with its label beside it. */
export function Checkbox({ label, hint, error, required = true, ...input }: CheckboxProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <div className="field-check">
        <input
          {...input}
          type="checkbox"
          id={toFieldId(input.name)}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        <label htmlFor={toFieldId(input.name)}>{label}</label>
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

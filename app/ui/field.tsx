// Bundle: forms
import type { ComponentPropsWithRef, ReactNode } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";
import "./field-recipes.ts";

export interface FieldProps extends FieldWords, ComponentPropsWithRef<"input"> {
  label: string;
  name: string;
  /** A control shown inside the field at its end. */
  end?: ReactNode;
}

/** One labelled input. */
export function Field({ label, hint, error, end, required = true, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, required }} name={input.name}>
      {(control) => (
        <div className="field-control">
          <input
            {...input}
            {...control}
            className={end ? "field-input field-input-ended" : "field-input"}
            required={required}
          />
          {end}
        </div>
      )}
    </FieldFrame>
  );
}

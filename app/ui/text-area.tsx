// Bundle: forms
import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";
import "./field-recipes.ts";

interface TextAreaProps extends FieldWords, ComponentPropsWithRef<"textarea"> {
  name: string;
}

/** One labelled field of several lines. */
export function TextArea({ label, hint, error, required = true, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hint, error, required }} name={area.name}>
      {(control) => <textarea rows={7} {...area} {...control} className="field-input field-area" required={required} />}
    </FieldFrame>
  );
}

import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";

interface SelectProps extends FieldWords, ComponentPropsWithRef<"select"> {
  name: string;
  options: readonly { value: string; name: string }[];
}

/** One labelled choice out of a list. */
export function Select({ label, hint, error, options, required = true, ...select }: SelectProps) {
  return (
    <FieldFrame {...{ label, hint, error, required }} name={select.name}>
      {(control) => (
        <div className="field-control">
          <select {...select} {...control} className="field-input field-input-ended field-select" required={required}>
            {options.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <span className="field-icon-down" aria-hidden="true" />
        </div>
      )}
    </FieldFrame>
  );
}

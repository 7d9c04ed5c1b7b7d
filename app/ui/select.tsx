// Bundle: fields
import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";

interface SelectProps extends FieldWords, ComponentPropsWithRef<"select"> {
  name: string;
  options: readonly { value: string; name: string }[];
}

/**
 * A labelled select. An option with an empty value, such as "Any", is a valid answer, so the select is then not
 * required.
 */
export function Select({ label, hint, error, options, required = true, ...select }: SelectProps) {
  const insists = required && options.every(({ value }) => value !== "");
  return (
    <FieldFrame {...{ label, hint, error, required }} name={select.name}>
      {(control) => (
        <div className="field-control">
          <select {...select} {...control} className="field-input field-input-ended field-select" required={insists}>
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

import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";

interface SelectProps extends FieldWords, ComponentPropsWithRef<"select"> {
  name: string;
  options: readonly { value: string; name: string }[];
}

/**
 * One labelled choice out of a list. An option without a value, such as "Any", is an answer too: then the browser does
 * not insist on another.
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

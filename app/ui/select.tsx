// Bundle: fields
import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";
import "./field-recipes.ts";

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
          <select
            {...select}
            {...control}
            // Custom drawing where the browser allows it. In forced colours the native controls stay.
            className="field-input field-input-ended field-select: text-ellipsis appearance-none [&_option]:text-ink [&_option]:bg-bg"
            required={insists}
          >
            {options.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <span
            className="field-icon-down: absolute top-16px right-16px pointer-events-none i-ph-caret-down"
            aria-hidden="true"
          />
        </div>
      )}
    </FieldFrame>
  );
}

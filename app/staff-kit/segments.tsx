import { useId } from "react";
import { Icon, type IconName } from "./icon.tsx";
import "./segments.css";

interface SegmentsProps {
  /** What is chosen between, such as 'Show as'. Read out, not shown. */
  label: string;
  /** The name in the form. */
  name: string;
  options: readonly { value: string; name: string; icon?: IconName }[];
  /** Chosen at first; with `onChange`, chosen now when `value` is given instead. */
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
  /** Id of the form that sends the choice, where the control stands outside of it. */
  form?: string;
}

/** One of a few, all in sight: radio buttons that look like one control, so a form sends the choice by itself. */
export function Segments({ label, name, options, defaultValue, value, onChange, form }: SegmentsProps) {
  const id = useId();
  return (
    <fieldset className="kit-segments: relative inline-flex flex-none gap-2px p-2px bg-surface-2 rounded-full [&_input]:absolute [&_input]:inset-0 [&_input]:m-0 [&_input]:op-0 [&_input]:cursor-pointer forced:border-1px-[ButtonBorder]">
      <legend className="kit-unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} htmlFor={`${id}-${option.value}`}>
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={name}
            value={option.value}
            form={form}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onChange?.(option.value)}
          />
          {option.icon && <Icon name={option.icon} />}
          {option.name}
        </label>
      ))}
    </fieldset>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { KitInput, KitOptions, KitSelect } from "#app/staff-kit/field.tsx";

interface TextFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "id"> {
  label: string;
  id?: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean;
}

/** One line of text. */
export function TextField({ onChange, ...rest }: TextFieldProps) {
  return <KitInput autoComplete="off" {...rest} onChange={({ target }) => onChange(target.value)} />;
}

interface NumberFieldProps extends Omit<TextFieldProps, "value" | "onChange"> {
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A number, or nothing. What is typed and is no number yet is not reported. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  return (
    <TextField
      inputMode="decimal"
      type="number"
      step="any"
      {...props}
      value={value === null || Number.isNaN(value) ? "" : String(value)}
      onChange={(text) => onChange(text === "" ? null : Number(text))}
    />
  );
}

interface ChoiceFieldProps<Value extends string> {
  label: string;
  id?: string;
  name: string;
  value: Value;
  options: readonly { value: Value; name: string }[];
  onChange: (value: Value) => void;
  hint?: string;
  error?: string | undefined;
}

/** One of several. */
export function ChoiceField<Value extends string>({ options, onChange, ...rest }: ChoiceFieldProps<Value>) {
  return (
    <KitSelect {...rest} onChange={({ target }) => onChange(target.value as Value)}>
      <KitOptions of={options} />
    </KitSelect>
  );
}

import { useState } from "react";
import { DateInput } from "./date-time-field.tsx";
import { type FieldText, KitField } from "./field.tsx";

interface DateFieldProps extends FieldText {
  /** Sends the day, such as "2026-11-22", under this name; "" for none. */
  name: string;
  defaultValue?: string;
  /** Hears every change. */
  onChange?: (day: string) => void;
  /** Of the control, where a link leads to it. */
  id?: string;
  isOptional?: boolean;
  min?: string;
}

/** A day. Until script runs it is the browser's own field. */
export function DateField({ label, hint, error, name, defaultValue = "", onChange, id, min, ...rest }: DateFieldProps) {
  const [day, setDay] = useState(defaultValue);
  // A day that comes from elsewhere is taken over. One that was typed here comes back as what it is already.
  const [known, setKnown] = useState(defaultValue);
  if (defaultValue !== known) {
    setKnown(defaultValue);
    setDay(defaultValue);
  }
  function change(next: string) {
    setDay(next);
    if (onChange) setKnown(next);
    onChange?.(next);
  }
  return (
    <KitField {...{ label, hint, error, id }} isOptional={rest.isOptional ?? false}>
      {(ties) => <DateInput {...{ label, ties, name, min, change }} local={day} isDay />}
    </KitField>
  );
}

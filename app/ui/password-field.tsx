import { useState } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

type PasswordFieldProps = Omit<FieldProps, "type" | "end" | "autoComplete"> & {
  autoComplete: "current-password" | "new-password";
};

/** A password field that works with password managers. Pasting is allowed, and a button shows what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const toggle = (
    <button
      type="button"
      className="icon-btn field-end"
      aria-pressed={shown}
      aria-label={`Show ${props.label.toLowerCase()}`}
      onClick={() => setShown(!shown)}
    >
      <span className={shown ? "field-icon-eye-slash" : "field-icon-eye"} aria-hidden="true" />
    </button>
  );
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCorrect="off"
      spellCheck={false}
      end={hydrated && toggle}
    />
  );
}

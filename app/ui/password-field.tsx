// Bundle: alone
import { useState } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { useStrength } from "./use-strength.ts";
import "./field-recipes.ts";

type PasswordFieldProps = Omit<FieldProps, "type" | "end" | "autoComplete" | "onInput"> & {
  autoComplete: "current-password" | "new-password";
  /** For a new password, whose strength is shown: words that it must not be made of, as well as the form's own answers. */
  own?: readonly string[] | undefined;
};

const nothing: readonly string[] = [];

/** A password field that works with password managers. Pasting is allowed, and a button shows what was typed. */
export function PasswordField({ own, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const { note, judge } = useStrength(own ?? nothing);
  const toggle = (
    <button
      type="button"
      className="icon-btn field-end: absolute top-4px right-4px"
      aria-pressed={shown}
      aria-label={`Show ${props.label.toLowerCase()}`}
      onClick={() => setShown(!shown)}
    >
      <span className={shown ? "field-icon-eye-slash" : "field-icon-eye"} aria-hidden="true" />
    </button>
  );
  return (
    <div className="field">
      <Field
        {...props}
        type={shown ? "text" : "password"}
        autoCorrect="off"
        spellCheck={false}
        onInput={own && judge}
        end={hydrated && toggle}
      />
      {own && (
        <output
          // It keeps its place while it is empty, so that nothing moves with the first letter.
          className="field-strength: min-h-1.4em text-14 font-500 leading-1.4"
        >
          {note}
        </output>
      )}
    </div>
  );
}

// Bundle: forms
import { Link } from "react-router";
import { formLabels } from "#app/content/form-labels.ts";
import { emailPattern } from "#shared/enquiries/enquiry-fields.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, type FieldProps } from "#app/ui/field.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import "#app/ui/field-recipes.ts";

/** `example` is said where what was typed is no address. */
export function EmailField({ example, maxLength, ...field }: FieldProps & { example: string; maxLength: number }) {
  return (
    <Field
      {...field}
      type="text"
      inputMode="email"
      autoComplete="email"
      maxLength={maxLength}
      spellCheck={false}
      autoCapitalize="none"
      pattern={emailPattern}
      title={example}
    />
  );
}

/** A field that people do not see, and programs fill in. */
export function Trap({ name }: { name: string }) {
  return (
    <div className="trap" aria-hidden="true">
      <label htmlFor={`field-${name}`}>{formLabels.leaveEmpty}</label>
      <input id={`field-${name}`} name={name} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

interface ConsentFieldProps {
  /** Around the link to the privacy policy. */
  words: readonly [string, string];
  /** What the form had before. */
  defaultValue: string | undefined;
  error: string | undefined;
}

export function ConsentField({ words: [before, after], defaultValue, error }: ConsentFieldProps) {
  return (
    <Checkbox
      label={
        <>
          {before} <Link to="/privacy-policy">{formLabels.privacyPolicy}</Link> {after}
        </>
      }
      name="consent"
      value="on"
      defaultChecked={defaultValue === "on"}
      error={error}
    />
  );
}

/** The button that sends the form, and what stands below it. */
export function SendRow({ isBusy, text, note }: { isBusy: boolean; text: string; note: string }) {
  return (
    <div className="contact-send">
      <button type="submit" className="btn btn-accent" aria-busy={isBusy} aria-disabled={isBusy}>
        {isBusy ? <StarSpinner /> : null}
        {text}
        {!isBusy && <span className="i-ph-arrow-right" aria-hidden="true" />}
      </button>
      <p className="field-hint">{note}</p>
    </div>
  );
}

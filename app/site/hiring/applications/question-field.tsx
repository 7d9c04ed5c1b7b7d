import { useId } from "react";
import type { FormWords } from "#app/content/pages/apply-form.ts";
import { formLabels } from "#app/content/form-labels.ts";
import { applicationLimits, nameQuestion } from "#shared/hiring/application-fields.ts";
import type { FormAnswers } from "#shared/pages/refusal.ts";
import type { ScreeningQuestion } from "#shared/hiring/screening.ts";
import { Field } from "#app/ui/field.tsx";
import { FieldNotes, toFieldId } from "#app/ui/field-frame.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { FileField } from "./file-field.tsx";
import "#app/ui/field-recipes.ts";

/** A question as a candidate sees it, without which answers a person has to look at. */
export type AskedQuestion = Omit<ScreeningQuestion, "knockOut">;

interface QuestionFieldProps {
  question: AskedQuestion;
  yesNo: FormWords["answers"];
  answers: FormAnswers;
  error: string | undefined;
  ticket: string;
  onSending: (name: string, isSending: boolean) => void;
}

/** One of a job's own questions. */
export function QuestionField({ question, yesNo, answers, error, ...file }: QuestionFieldProps) {
  const { id, kind, label, hint, isRequired, options } = question;
  const name = nameQuestion(id);
  const words = { label, name, error, required: isRequired, ...(hint && { hint }) };
  const given = [answers[name] ?? []].flat();
  switch (kind) {
    case "file":
      return <FileField {...words} answers={answers} {...file} />;
    case "text":
      return (
        <TextArea
          {...words}
          rows={4}
          className="field-input field-area"
          autoComplete="off"
          defaultValue={given[0]}
          maxLength={applicationLimits.answer}
        />
      );
    case "number":
      return <Field {...words} autoComplete="off" inputMode="decimal" defaultValue={given[0]} maxLength={20} />;
    case "yes-no":
      return (
        <Choices
          {...words}
          type="radio"
          given={given}
          options={[["yes", yesNo.yes] as const, ["no", yesNo.no] as const]}
        />
      );
    default:
      return (
        <Choices
          {...words}
          type={kind === "one" ? "radio" : "checkbox"}
          given={given}
          options={options.map((option) => [option, option] as const)}
        />
      );
  }
}

interface ChoicesProps {
  label: string;
  name: string;
  hint?: string;
  error: string | undefined;
  required: boolean;
  type: "radio" | "checkbox";
  given: readonly string[];
  options: readonly (readonly [value: string, name: string])[];
}

function Choices({ label, name, hint, error, required, type, given, options }: ChoicesProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <fieldset
      className="field apply-choices: [&>legend]:mb-10px [&>legend]:p-0 [&_input[type='radio']]:rounded-1/2"
      aria-describedby={notes || undefined}
    >
      <legend className="field-label">
        {label} {!required && <span className="field-optional">{formLabels.optional}</span>}
      </legend>
      {options.map(([value, text], index) => (
        <div className="field-check" key={value}>
          <input
            type={type}
            name={name}
            value={value}
            // The first one is where the summary of mistakes leads.
            id={index === 0 ? toFieldId(name) : `${id}-${index}`}
            defaultChecked={given.includes(value)}
            // A checkbox that is required would have to be ticked itself.
            required={required && type === "radio"}
            aria-invalid={error ? true : undefined}
          />
          <label htmlFor={index === 0 ? toFieldId(name) : `${id}-${index}`}>{text}</label>
        </div>
      ))}
      <FieldNotes id={id} error={error} hint={hint} />
    </fieldset>
  );
}

import { mostQuestions, questionKindNames } from "#shared/hiring/screening.ts";
import { offer } from "#shared/hiring/opening-names.ts";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { FlagFields } from "./flag-fields.tsx";
import { ItemSteps, StepButton } from "./list-steps.tsx";
import { ChoiceField, TextField } from "./opening-text-field.tsx";
import type { Draft } from "./newest-opening.ts";
import "./recipes.ts";

type Question = Draft["questions"][number];

interface QuestionFieldsProps {
  questions: readonly Question[];
  onChange: (questions: Question[]) => void;
  error?: string | undefined;
}

/** The questions to candidates, in order. */
export function QuestionFields({ questions, onChange, error }: QuestionFieldsProps) {
  return (
    <section className="job-questions" id="job-questions" aria-labelledby="job-questions-title" tabIndex={-1}>
      <h2 id="job-questions-title">Screening questions</h2>
      <p className="kit-hint">
        Candidates answer them when they apply. An answer can flag an application, so that somebody looks at it; none
        rejects anybody.
      </p>
      {error && (
        <p className="kit-error" role="alert">
          {error}
        </p>
      )}
      {questions.map((question, at) => (
        <QuestionCard
          key={question.id}
          {...{ question, at }}
          last={questions.length - 1}
          onChange={(patch) =>
            onChange(questions.map((each) => (each.id === question.id ? { ...each, ...patch } : each)))
          }
        />
      ))}
      <StepButton
        step="questions.add"
        icon="plus"
        unavailable={questions.length >= mostQuestions ? `A job has ${mostQuestions} questions at most.` : undefined}
      >
        Add a question
      </StepButton>
    </section>
  );
}

interface QuestionCardProps {
  question: Question;
  at: number;
  last: number;
  onChange: (patch: Partial<Question>) => void;
}

function QuestionCard({ question, at, last, onChange }: QuestionCardProps) {
  const { id, kind, label, hint, isRequired, options } = question;
  const name = (field: string) => `questions[${at}].${field}`;
  return (
    <fieldset className="job-question: grid grid-cols-[minmax(0,_1fr)] gap-12px w-full p-[14px_16px] border-1px-line rounded-control [&>legend]:px-6px [&>legend]:font-600">
      <legend>Question {at + 1}</legend>
      <input type="hidden" name={name("id")} value={id} readOnly />
      <TextField
        label="Question"
        id={`question-${id}`}
        name={name("label")}
        maxLength={300}
        value={label}
        onChange={(text) => onChange({ label: text })}
      />
      <div className="job-pair">
        <ChoiceField
          label="Kind of answer"
          name={name("kind")}
          value={kind}
          options={offer(questionKindNames)}
          // What flags belongs to its kind.
          onChange={(next) => onChange({ kind: next, knockOut: null })}
        />
        <TextField
          label="Hint"
          name={name("hint")}
          isOptional
          maxLength={300}
          value={hint}
          onChange={(text) => onChange({ hint: text })}
        />
      </div>
      {(kind === "one" || kind === "several") && (
        <KitTextArea
          label="Options"
          hint="One a line."
          name={name("options")}
          rows={4}
          value={options.join("\n")}
          onChange={({ target }) => onChange({ options: target.value.split("\n") })}
        />
      )}
      <label className="job-check">
        <input
          type="checkbox"
          className="kit-check"
          name={name("isRequired")}
          checked={isRequired}
          onChange={({ target }) => onChange({ isRequired: target.checked })}
        />
        An answer is required
      </label>
      <FlagFields {...{ question, name, onChange }} />
      <ItemSteps list="questions" at={at} name={`question ${at + 1}`} first={0} last={last} />
    </fieldset>
  );
}

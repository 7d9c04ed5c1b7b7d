import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FormWords } from "#app/content/pages/apply-form.ts";
import { applicationLimits } from "#shared/hiring/application-fields.ts";
import { type FormAnswers, readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useCorrectedFields } from "#app/ui/use-corrected-fields.ts";
import { ConsentField, EmailField, SendRow, Trap } from "#app/site/enquiries/form-parts.tsx";
import { buildRefusalTitle } from "#app/site/enquiries/refusal.ts";
import { DeviceFields } from "./device-fields.tsx";
import { FileField } from "./file-field.tsx";
import { type AskedQuestion, QuestionField } from "./question-field.tsx";
import { useDraftBox } from "./use-draft-box.tsx";
import "#app/site/enquiries/recipes.ts";
import "./recipes.ts";

/** Turnstile, of sites that have set it up. Where its code does not come, a person checks what was sent without it. */
const Challenge = import.meta.env.SSR
  ? null
  : lazy(() => import("#app/site/enquiries/challenge.tsx").catch(() => ({ default: () => null })));

interface ApplyFormProps {
  /** Where it posts to. */
  action: string;
  ticket: string;
  source: string;
  /** Turnstile's site key; null when it is not configured. */
  siteKey: string | null;
  questions: readonly AskedQuestion[];
  answers: FormAnswers;
  refusal: Refusal | undefined;
  words: FormWords;
}

/** Without script an ordinary form post with its files. With script files go ahead of it, and the page stays. */
export function ApplyForm(props: ApplyFormProps) {
  const { action, ticket, source, siteKey, questions, answers, refusal, words } = props;
  const form = useRef<HTMLFormElement>(null);
  // Until what follows is shown: else a summary that is dealt with would come back for a moment.
  const busy = useNavigation().formMethod === "POST";
  const hydrated = useHydrated();
  const { corrected, watch } = useCorrectedFields(refusal, () => true);
  const { sending, isWaiting, onSending, hold } = useSending(form);
  const draftBox = useDraftBox({ form, name: action, words: words.draft });
  const fill = fillFields(refusal, answers, corrected);
  const files = { answers, ticket, onSending };
  const { fields } = words;

  return (
    <Form
      ref={form}
      id="apply-form"
      className="contact-form"
      method="post"
      action={action}
      encType="multipart/form-data"
      aria-label={words.label}
      data-event-form="apply"
      tabIndex={-1}
      noValidate={hydrated}
      onSubmit={(event) => (busy || hold()) && event.preventDefault()}
      {...watch}
    >
      {refusal && !busy && (
        <FormSummary title={buildRefusalTitle(refusal, corrected)} problems={refusal.problems} corrected={corrected} />
      )}
      {/* First, so that the server knows whose the files below are. */}
      <input type="hidden" name="ticket" value={ticket} />
      <input type="hidden" name="source" value={source} />
      <DeviceFields />
      {questions.length === 0 && <OrphanedFiles answers={answers} />}
      <Field {...fields.name} {...fill("name")} autoComplete="name" maxLength={applicationLimits.name} />
      <EmailField {...fields.email} {...fill("email")} maxLength={applicationLimits.email} />
      <Field
        {...fields.phone}
        {...fill("phone")}
        type="tel"
        autoComplete="tel"
        required={false}
        maxLength={applicationLimits.phone}
      />
      <Field
        {...fields.place}
        {...fill("place")}
        autoComplete="address-level2"
        required={false}
        maxLength={applicationLimits.place}
      />
      <FileField {...fields.resume} name="resume" required error={fill("resume").error} {...files} />
      <PastedResume words={fields.resumeText} {...fill("resumeText")} />
      <TextArea
        {...fields.links}
        {...fill("links")}
        rows={2}
        autoComplete="url"
        inputMode="url"
        required={false}
        maxLength={applicationLimits.links}
      />
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          yesNo={words.answers}
          error={fill(`q-${question.id}`).error}
          {...files}
        />
      ))}
      <TextArea
        {...fields.coverNote}
        {...fill("coverNote")}
        rows={5}
        autoComplete="off"
        required={false}
        maxLength={applicationLimits.coverNote}
      />
      <Trap name="fax" />
      <ConsentField words={words.consent} {...fill("consent")} />
      <KeepField label={words.keep} answers={answers} />
      {draftBox}
      {Challenge && siteKey && hydrated && (
        <Suspense>
          <Challenge siteKey={siteKey} refusal={refusal} />
        </Suspense>
      )}
      <SendRow
        isBusy={busy || isWaiting}
        text={busy ? words.sending : isWaiting ? words.waiting : words.send}
        note={sending > 0 && isWaiting ? words.waits : words.promise}
      />
    </Form>
  );
}

function KeepField({ label, answers }: { label: string; answers: FormAnswers }) {
  const isKept = readAnswer(answers, "keep") === "on";
  return <Checkbox label={label} name="keep" value="on" required={false} defaultChecked={isKept} />;
}

/** Files that answered questions of a job which has closed come along. */
function OrphanedFiles({ answers }: { answers: FormAnswers }) {
  return Object.keys(answers)
    .filter((name) => /^q-.*-upload$/.test(name))
    .map((name) => <input key={name} type="hidden" name={name} value={readAnswer(answers, name)} />);
}

interface PastedResumeProps {
  words: FormWords["fields"]["resumeText"];
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
}

function PastedResume({ words, ...field }: PastedResumeProps) {
  return (
    <details className="apply-text" open={Boolean(field.defaultValue)}>
      <summary>{words.open}</summary>
      <TextArea
        label={words.label}
        {...field}
        rows={8}
        autoComplete="off"
        required={false}
        maxLength={applicationLimits.resumeText}
      />
    </details>
  );
}

/** Holds the form back while files are being uploaded, and sends it after the last one. */
function useSending(form: RefObject<HTMLFormElement | null>) {
  const names = useRef(new Set<string>());
  const wanted = useRef(false);
  const [sending, setSending] = useState(0);
  const [isWaiting, setWaiting] = useState(false);

  function onSending(name: string, isSending: boolean) {
    names.current[isSending ? "add" : "delete"](name);
    setSending(names.current.size);
    if (names.current.size > 0 || !wanted.current) return;
    wanted.current = false;
    setWaiting(false);
    // Once the hidden fields name the file.
    setTimeout(() => form.current?.requestSubmit());
  }

  /** True when the form has to wait. */
  function hold(): boolean {
    wanted.current = names.current.size > 0;
    setWaiting(wanted.current);
    return wanted.current;
  }

  return { sending, isWaiting, onSending, hold };
}

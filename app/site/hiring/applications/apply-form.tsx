import { type RefObject, useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { FormWords } from "#app/content/pages/apply-form.ts";
import { formLabels } from "#app/content/form-labels.ts";
import { emailPattern } from "#shared/enquiries/enquiry-fields.ts";
import { applicationLimits } from "#shared/hiring/application-fields.ts";
import { type FormAnswers, readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useCorrectedFields } from "#app/ui/use-corrected-fields.ts";
import { Challenge } from "#app/site/enquiries/challenge.tsx";
import { buildRefusalTitle } from "#app/site/enquiries/refusal.ts";
import { DeviceFields } from "./device-fields.tsx";
import { FileField } from "./file-field.tsx";
import { type AskedQuestion, QuestionField } from "./question-field.tsx";
import { useDraftBox } from "./use-draft-box.tsx";

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
  const [before, after] = words.consent;

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
      {/* Files that answered questions of a job which has closed come along. */}
      {questions.length === 0 &&
        Object.keys(answers)
          .filter((name) => /^q-.*-upload$/.test(name))
          .map((name) => <input key={name} type="hidden" name={name} value={readAnswer(answers, name)} />)}
      <Field label={fields.name.label} {...fill("name")} autoComplete="name" maxLength={applicationLimits.name} />
      <Field
        label={fields.email.label}
        {...fill("email")}
        type="text"
        inputMode="email"
        autoComplete="email"
        maxLength={applicationLimits.email}
        spellCheck={false}
        autoCapitalize="none"
        pattern={emailPattern}
        title={fields.email.example}
      />
      <Field
        label={fields.phone.label}
        {...fill("phone")}
        type="tel"
        autoComplete="tel"
        required={false}
        maxLength={applicationLimits.phone}
      />
      <Field
        label={fields.place.label}
        {...fill("place")}
        autoComplete="address-level2"
        hint={fields.place.hint}
        required={false}
        maxLength={applicationLimits.place}
      />
      <FileField
        label={fields.resume.label}
        name="resume"
        hint={fields.resume.hint}
        required
        error={fill("resume").error}
        {...files}
      />
      <details className="apply-text" open={Boolean(readAnswer(answers, "resumeText"))}>
        <summary>{fields.resumeText.open}</summary>
        <TextArea
          label={fields.resumeText.label}
          {...fill("resumeText")}
          rows={8}
          autoComplete="off"
          required={false}
          maxLength={applicationLimits.resumeText}
        />
      </details>
      <TextArea
        label={fields.links.label}
        {...fill("links")}
        rows={2}
        autoComplete="url"
        inputMode="url"
        required={false}
        hint={fields.links.hint}
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
        label={fields.coverNote.label}
        {...fill("coverNote")}
        rows={5}
        autoComplete="off"
        required={false}
        hint={fields.coverNote.hint}
        maxLength={applicationLimits.coverNote}
      />
      <div className="trap" aria-hidden="true">
        <label htmlFor="field-fax">{formLabels.leaveEmpty}</label>
        <input id="field-fax" name="fax" tabIndex={-1} autoComplete="off" />
      </div>
      <Checkbox
        label={
          <>
            {before} <Link to="/privacy-policy">{formLabels.privacyPolicy}</Link> {after}
          </>
        }
        name="consent"
        value="on"
        defaultChecked={readAnswer(answers, "consent") === "on"}
        error={fill("consent").error}
      />
      <Checkbox
        label={words.keep}
        name="keep"
        value="on"
        required={false}
        defaultChecked={readAnswer(answers, "keep") === "on"}
      />
      {draftBox}
      {siteKey && hydrated && <Challenge siteKey={siteKey} refusal={refusal} />}
      <div className="contact-send">
        <button
          type="submit"
          className="btn btn-accent"
          aria-busy={busy || isWaiting}
          aria-disabled={busy || isWaiting}
        >
          {busy || isWaiting ? <StarSpinner /> : null}
          {busy ? words.sending : isWaiting ? words.waiting : words.send}
          {!busy && !isWaiting && <span className="i-ph-arrow-right" aria-hidden="true" />}
        </button>
        <p className="field-hint">{sending > 0 && isWaiting ? words.waits : words.promise}</p>
      </div>
    </Form>
  );
}

/** Holds the form back while files are on their way, and sends it after the last one. */
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

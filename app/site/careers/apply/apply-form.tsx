import { type RefObject, useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { applicationLimits } from "#app/shared/application-fields.ts";
import { emailPattern } from "#app/shared/enquiry-fields.ts";
import { type FormAnswers, readAnswer, type Refusal } from "#app/shared/refusal.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useCorrectedFields } from "#app/ui/use-corrected-fields.ts";
import { Challenge } from "../../contact/challenge.tsx";
import { buildRefusalTitle } from "../../contact/refusal.ts";
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
  /** How long it is stored, in words: after the decision, and for other roles. */
  terms: { ended: string; kept: string };
}

/** Without script an ordinary form post with its files. With script files go ahead of it, and the page stays. */
export function ApplyForm(props: ApplyFormProps) {
  const { action, ticket, source, siteKey, questions, answers, refusal, terms } = props;
  const form = useRef<HTMLFormElement>(null);
  // Until what follows is shown: else a summary that is dealt with would come back for a moment.
  const busy = useNavigation().formMethod === "POST";
  const hydrated = useHydrated();
  const { corrected, watch } = useCorrectedFields(refusal, () => true);
  const { sending, isWaiting, onSending, hold } = useSending(form);
  const draftBox = useDraftBox(form, action);
  const fill = fillFields(refusal, answers, corrected);
  const files = { answers, ticket, onSending };

  return (
    <Form
      ref={form}
      id="apply-form"
      className="contact-form"
      method="post"
      action={action}
      encType="multipart/form-data"
      aria-label="Application"
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
      <Field label="Name" {...fill("name")} autoComplete="name" maxLength={applicationLimits.name} />
      <Field
        label="E-mail"
        {...fill("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={applicationLimits.email}
        pattern={emailPattern}
        title="Such as name@example.com"
      />
      <Field
        label="Telephone"
        {...fill("phone")}
        type="tel"
        autoComplete="tel"
        required={false}
        maxLength={applicationLimits.phone}
      />
      <Field
        label="Where you live"
        {...fill("place")}
        autoComplete="address-level2"
        hint="Town and country, if you like."
        required={false}
        maxLength={applicationLimits.place}
      />
      <FileField
        label="CV"
        name="resume"
        hint="A file, or the text below."
        required
        error={fill("resume").error}
        {...files}
      />
      <details className="apply-text" open={Boolean(readAnswer(answers, "resumeText"))}>
        <summary>Paste the CV as text instead</summary>
        <TextArea
          label="CV as text"
          {...fill("resumeText")}
          rows={8}
          autoComplete="off"
          required={false}
          maxLength={applicationLimits.resumeText}
        />
      </details>
      <TextArea
        label="Links"
        {...fill("links")}
        rows={2}
        autoComplete="url"
        inputMode="url"
        required={false}
        hint="Work you can show: a repository, a portfolio, a profile. One on each line, up to five."
        maxLength={applicationLimits.links}
      />
      {questions.map((question) => (
        <QuestionField key={question.id} question={question} error={fill(`q-${question.id}`).error} {...files} />
      ))}
      <TextArea
        label="Note"
        {...fill("coverNote")}
        rows={5}
        autoComplete="off"
        required={false}
        hint="Whatever else we should know, such as when you can begin. Please leave out health data."
        maxLength={applicationLimits.coverNote}
      />
      <div className="trap" aria-hidden="true">
        <label htmlFor="field-fax">Leave this empty</label>
        <input id="field-fax" name="fax" tabIndex={-1} autoComplete="off" />
      </div>
      <Checkbox
        label={
          <>
            You may store this application to decide about it. It is erased {terms.ended} after the decision, and at
            once when I withdraw, as the <Link to="/privacy-policy">privacy policy</Link> describes.
          </>
        }
        name="consent"
        value="on"
        defaultChecked={readAnswer(answers, "consent") === "on"}
        error={fill("consent").error}
      />
      <Checkbox
        label={`Also keep it for other roles, for ${terms.kept} (optional).`}
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
          {busy ? "Sending" : isWaiting ? "Sending the file first" : "Send application"}
          {!busy && !isWaiting && <span className="i-ph-arrow-right" aria-hidden="true" />}
        </button>
        <p className="field-hint">
          {sending > 0 && isWaiting
            ? "Your application goes by itself once the file is there."
            : "No account is made, and we never ask what you earn."}
        </p>
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

import { Form, Link, useNavigation } from "react-router";
import { contactTopics } from "#app/content/contact-topics.ts";
import { contact } from "#app/content/pages/contact.ts";
import {
  emailPattern,
  type EnquiryAnswers,
  type EnquiryField,
  enquiryLimits,
  shortestMessage,
} from "#app/shared/enquiry-fields.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Select } from "#app/ui/select.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useCorrectedFields } from "#app/ui/use-corrected-fields.ts";
import { Challenge } from "./challenge.tsx";
import { titleOfRefusal, type Refusal } from "./refusal.ts";

interface ContactFormProps {
  ticket: string;
  /** Turnstile's site key; null when it is not configured. */
  siteKey: string | null;
  answers: EnquiryAnswers;
  refusal: Refusal | undefined;
}

const topics = contactTopics.map(({ id, name }) => ({ value: id, name }));

/** Without script an ordinary form post. With script the page stays and keeps the answers. Anchor: #contact-form. */
export function ContactForm({ ticket, siteKey, answers, refusal }: ContactFormProps) {
  const { state } = useNavigation();
  const busy = state === "submitting";
  const hydrated = useHydrated();
  const { corrected, watch } = useCorrectedFields(refusal, fits);

  function findError(field: EnquiryField): string | undefined {
    if (corrected.includes(field)) return undefined;
    return refusal?.problems.find((problem) => problem.field === field)?.message;
  }

  return (
    <Form
      id="contact-form"
      className="contact-form"
      method="post"
      action="/contact"
      aria-label="Contact"
      data-event-form="contact"
      tabIndex={-1}
      noValidate={hydrated}
      onSubmit={(event) => busy && event.preventDefault()}
      {...watch}
    >
      {refusal && !busy && (
        <FormSummary title={titleOfRefusal(refusal, corrected)} problems={refusal.problems} corrected={corrected} />
      )}
      <input type="hidden" name="ticket" value={ticket} />
      {answers.job && (
        <p className="form-note">
          <span className="field-icon-info" aria-hidden="true" />
          <span>
            This message is about the opening “{answers.job}”. Applications online come later; until then this reaches
            the hiring team and stays with the opening.
          </span>
          <input type="hidden" name="job" value={answers.job} />
        </p>
      )}
      <div className="contact-pair">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={enquiryLimits.name}
          defaultValue={answers.name}
          error={findError("name")}
        />
        <Field
          label="Work e-mail"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={enquiryLimits.email}
          pattern={emailPattern}
          title="Such as name@company.com"
          defaultValue={answers.email}
          error={findError("email")}
        />
        <Field
          label="Company"
          name="company"
          autoComplete="organization"
          required={false}
          maxLength={enquiryLimits.company}
          defaultValue={answers.company}
          error={findError("company")}
        />
        <Select
          label="What is it about?"
          name="topic"
          options={topics}
          defaultValue={answers.topic}
          error={findError("topic")}
        />
      </div>
      <Field
        label="Subject"
        name="subject"
        required={false}
        maxLength={enquiryLimits.subject}
        defaultValue={answers.subject}
        error={findError("subject")}
      />
      <TextArea
        label="Your message"
        name="message"
        minLength={shortestMessage}
        hint="Up to 5,000 characters. Please leave out health data and passwords."
        defaultValue={answers.message}
        error={findError("message")}
      />
      <div className="trap" aria-hidden="true">
        <label htmlFor="field-website">Leave this empty</label>
        <input id="field-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <Checkbox
        label={
          <>
            You may use these answers to reply to me, as the <Link to="/privacy-policy">privacy policy</Link> describes.
          </>
        }
        name="consent"
        value="on"
        defaultChecked={answers.consent === "on"}
        error={findError("consent")}
      />
      {siteKey && hydrated && <Challenge siteKey={siteKey} refusal={refusal} />}
      <div className="contact-send">
        <button type="submit" className="btn btn-accent" aria-busy={busy} aria-disabled={busy}>
          {busy ? <StarSpinner /> : null}
          {busy ? "Sending" : "Send"}
          {!busy && <span className="i-ph-arrow-right" aria-hidden="true" />}
        </button>
        <p className="field-hint">{contact.promise}</p>
      </div>
    </Form>
  );
}

/** The message has no `maxlength`, so that a pasted text is not cut. Its length is checked here. */
function fits(name: string, value: string): boolean {
  return name !== "message" || value.trim().length <= enquiryLimits.message;
}

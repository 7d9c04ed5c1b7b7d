import { lazy, Suspense } from "react";
import { Form, useNavigation } from "react-router";
import { contactTopics } from "#app/content/contact-topics.ts";
import { contact } from "#app/content/pages/contact.ts";
import { enquiryLimits, shortestMessage } from "#shared/enquiries/enquiry-fields.ts";
import { type FormAnswers, readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useCorrectedFields } from "#app/ui/use-corrected-fields.ts";
import { ConsentField, EmailField, SendRow, Trap } from "./form-parts.tsx";
import { buildRefusalTitle } from "./refusal.ts";
import "./recipes.ts";
import "#app/ui/field-recipes.ts";

/** Turnstile, of sites that have set it up. Where its code does not come, a person checks what was sent without it. */
const Challenge = import.meta.env.SSR
  ? null
  : lazy(() => import("./challenge.tsx").catch(() => ({ default: () => null })));

interface ContactFormProps {
  ticket: string;
  /** Turnstile's site key; null when it is not configured. */
  siteKey: string | null;
  answers: FormAnswers;
  refusal: Refusal | undefined;
}

const words = contact.form;
const topics = contactTopics.map(({ id, name }) => ({ value: id, name }));

/** Without script an ordinary form post. With script the page stays and keeps the answers. Anchor: #contact-form. */
export function ContactForm({ ticket, siteKey, answers, refusal }: ContactFormProps) {
  // Until what follows is shown: else a summary that is dealt with would come back for a moment.
  const busy = useNavigation().formMethod === "POST";
  const hydrated = useHydrated();
  const { corrected, watch } = useCorrectedFields(refusal, fits);

  const fill = fillFields(refusal, answers, corrected);
  const job = readAnswer(answers, "job");

  return (
    <Form
      id="contact-form"
      className="contact-form"
      method="post"
      action="/contact"
      aria-label={words.label}
      data-event-form="contact"
      tabIndex={-1}
      noValidate={hydrated}
      onSubmit={(event) => busy && event.preventDefault()}
      {...watch}
    >
      {refusal && !busy && (
        <FormSummary title={buildRefusalTitle(refusal, corrected)} problems={refusal.problems} corrected={corrected} />
      )}
      <input type="hidden" name="ticket" value={ticket} />
      {job && (
        <p className="form-note">
          <span className="field-icon-info" aria-hidden="true" />
          <span>{words.opening(job)}</span>
          <input type="hidden" name="job" value={job} />
        </p>
      )}
      <div className="contact-pair: grid gap-[24px_gutter] sm:grid-cols-[1fr_1fr]">
        <Field label={words.fields.name} {...fill("name")} autoComplete="name" maxLength={enquiryLimits.name} />
        <EmailField
          label={words.fields.email}
          {...fill("email")}
          maxLength={enquiryLimits.email}
          example={words.fields.emailExample}
        />
        <Field
          label={words.fields.company}
          {...fill("company")}
          autoComplete="organization"
          required={false}
          maxLength={enquiryLimits.company}
        />
        <Select label={words.fields.topic} {...fill("topic")} options={topics} />
      </div>
      <Field label={words.fields.subject} {...fill("subject")} required={false} maxLength={enquiryLimits.subject} />
      <TextArea
        label={words.fields.message}
        {...fill("message")}
        minLength={shortestMessage}
        hint={words.fields.messageHint}
      />
      <Trap name="website" />
      <ConsentField words={words.consent} {...fill("consent")} />
      {Challenge && siteKey && hydrated && (
        <Suspense>
          <Challenge siteKey={siteKey} refusal={refusal} />
        </Suspense>
      )}
      <SendRow isBusy={busy} text={busy ? words.sending : words.send} note={contact.promise} />
    </Form>
  );
}

/** The message has no `maxlength`, so that a pasted text is not cut. Its length is checked here. */
function fits(name: string, value: string): boolean {
  return name !== "message" || value.trim().length <= enquiryLimits.message;
}

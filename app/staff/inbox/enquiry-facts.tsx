import { readAnswer, type Refusal } from "#app/shared/refusal.ts";
import { Segments } from "#app/staff-kit/segments.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { EnquiryView } from "./enquiry-view.ts";
import { statusNames } from "./names.ts";

const statuses = Object.entries(statusNames).map(([value, name]) => ({ value, name }));

interface EnquiryFactsProps {
  view: EnquiryView;
  /** Why the last change was refused. */
  refused: Refusal | null;
  /** The form that saves status and owner. */
  form: string;
}

/** What is known of an enquiry; status and owner are chosen here, and saved with the note. */
export function EnquiryFacts({ view, refused, form }: EnquiryFactsProps) {
  const { status, owner } = readHandling(view, refused);
  // A control that the user has not changed shows the current value.
  const state = `${view.version} ${status} ${owner}`;
  return (
    <>
      <div id={toFieldId("status")} tabIndex={-1} className="enquiry-status">
        <Segments key={state} label="Status" name="status" options={statuses} defaultValue={status} form={form} />
      </div>
      <Properties
        rows={[
          {
            name: "Owner",
            value: (
              <select
                key={state}
                id={toFieldId("owner")}
                className="kit-input"
                name="owner"
                form={form}
                aria-label="Owner"
                defaultValue={owner}
              >
                {view.owners.map(({ value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            ),
          },
          { name: "E-mail", value: <SenderAddress view={view} /> },
          { name: "Topic", value: view.topic },
          ...(view.job === null ? [] : [{ name: "Opening", value: view.job }]),
          { name: "Received", value: <LocalTime at={view.received} /> },
          { name: "Changed", value: <LocalTime at={view.changed} /> },
        ]}
      />
    </>
  );
}

function SenderAddress({ view: { email, subject, reference } }: { view: EnquiryView }) {
  const domainAt = email.lastIndexOf("@");
  return (
    <a className="enquiry-link" href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject} (${reference})`)}`}>
      {email.slice(0, domainAt)}
      <wbr />
      {email.slice(domainAt)}
    </a>
  );
}

/** What the controls show: how the enquiry stands, or what a refused form would have made of it. */
export function readHandling(view: EnquiryView, refused: Refusal | null) {
  const isRefused = readAnswer(refused?.answers, "intent") === "save";
  const read = (name: "status" | "owner" | "note", now: string) =>
    isRefused ? (readAnswer(refused?.answers, name) ?? now) : now;
  return { status: read("status", view.status), owner: read("owner", view.owner), note: read("note", "") };
}

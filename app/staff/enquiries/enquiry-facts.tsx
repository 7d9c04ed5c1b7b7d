import { Segments } from "#app/staff-kit/segments.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { EnquiryView } from "./enquiry-view.ts";
import { statusNames } from "./names.ts";
import type { Handling } from "./use-handling.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";

const statuses = Object.entries(statusNames).map(([value, name]) => ({ value, name }));

interface EnquiryFactsProps {
  view: EnquiryView;
  handling: Pick<Handling, "status" | "owner" | "choose">;
  /** The form of the note, which saves status and owner where no script does. */
  form: string;
}

/** What is known of an enquiry; status and owner are stored when they are chosen. */
export function EnquiryFacts({ view, handling: { status, owner, choose }, form }: EnquiryFactsProps) {
  return (
    <>
      <div id={toFieldId("status")} tabIndex={-1} className="enquiry-status">
        <Segments
          label="Status"
          name="status"
          options={statuses}
          value={status}
          onChange={(value) => choose({ status: value })}
          form={form}
        />
      </div>
      <Properties
        rows={[
          {
            name: "Owner",
            value: (
              <select
                id={toFieldId("owner")}
                className="kit-input"
                name="owner"
                form={form}
                aria-label="Owner"
                value={owner}
                onChange={(event) => choose({ owner: event.currentTarget.value })}
              >
                <KitOptions of={view.owners} />
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
    <a
      className="enquiry-link: underline underline-offset-3px"
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(`Re: ${subject} (${reference})`)}`}
    >
      {email.slice(0, domainAt)}
      <wbr />
      {email.slice(domainAt)}
    </a>
  );
}

import type { EnquiryView } from "./enquiry-view.ts";
import { LocalTime } from "#app/ui/local-time.tsx";

/** What the visitor wrote, as text, and why it was classified as spam. */
export function EnquiryAnswers({ view }: { view: EnquiryView }) {
  const { name, email, company, job, message, folder, reasons, received } = view;
  const domainAt = email.lastIndexOf("@");
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">Message</h2>
      {folder === "spam" && (
        <div className="inbox-warning">
          <b>Taken for spam.</b>
          {reasons.length > 0 ? (
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          ) : (
            " Somebody of the staff moved it here."
          )}
        </div>
      )}
      <dl className="enquiry-facts">
        <div>
          <dt>From</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${view.subject} (${view.reference})`)}`}>
              {email.slice(0, domainAt)}
              <wbr />
              {email.slice(domainAt)}
            </a>
          </dd>
        </div>
        {company && (
          <div>
            <dt>Company</dt>
            <dd>{company}</dd>
          </div>
        )}
        {job !== null && (
          <div>
            <dt>Opening</dt>
            <dd>{job}</dd>
          </div>
        )}
        <div>
          <dt>Received</dt>
          <dd>
            <LocalTime at={received} />
          </dd>
        </div>
      </dl>
      <p className="enquiry-message">{message}</p>
    </section>
  );
}

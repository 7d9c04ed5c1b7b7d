import { foldDigits } from "#shared/text/fold-digits.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { ApplicationView } from "./application-view.ts";
import { MarkedText } from "./found-texts.tsx";
import "./recipes.ts";

/** Details, answers and history: what is known of an application. */
export function ApplicationFacts({ view }: { view: ApplicationView }) {
  const entries = view.history.length + (view.hasReceipt ? 0 : 1);
  return (
    <div className="application-facts: [&>section]:pl-page">
      <section aria-labelledby="details">
        <h2 id="details">Details</h2>
        <Properties rows={listDetails(view)} />
      </section>
      {view.coverNote && (
        <section aria-labelledby="cover">
          <h2 id="cover">Cover note</h2>
          <p className="application-text">
            <MarkedText text={view.coverNote} parts={view.marks.texts.cover} />
          </p>
        </section>
      )}
      {view.answers.length > 0 && (
        <section aria-labelledby="answers">
          <h2 id="answers">
            Answers <span>{view.answers.length}</span>
          </h2>
          <dl className="application-answers: [&>div+div]:mt-10px [&_dt]:text-ink-2 [&_dt]:text-13 [&_dd]:wrap-anywhere">
            {view.answers.map(({ label, text, isFlagged }, at) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <MarkedText text={text} parts={view.marks.answers[at]} />{" "}
                  {isFlagged === 1 && (
                    <Tag tone="warn" icon="warning">
                      Asks for a person
                    </Tag>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-labelledby="history">
        <h2 id="history">
          History <span>{entries === 1 ? "1 entry" : `${entries} entries`}</span>
        </h2>
        <ol className="application-history: [&>li]:grid [&>li]:grid-cols-[14px_minmax(0,_1fr)_auto] [&>li]:gap-8px [&>li]:p-[4px_0] [&>li]:text-13 [&>li]:leading-1.125rem [&>li::before]:w-11px [&>li::before]:h-7px [&>li::before]:mt-5px [&>li::before]:bg-line-strong [&>li::before]:[clip-path:var(--rhomb)] [&>li::before]:content-empty [&>li:first-child::before]:bg-accent [&_time]:text-ink-2 [&_time]:text-13">
          {view.history.map(({ id, who, what, at }) => (
            <li key={id}>
              <span>
                {who && <b>{who} </b>}
                {what}
              </span>
              <LocalTime at={at} />
            </li>
          ))}
          {!view.hasReceipt && (
            <li>
              <span>Applied{view.openingSlug && ` from /careers/${view.openingSlug}`}</span>
              <LocalTime at={view.received} />
            </li>
          )}
        </ol>
      </section>
    </div>
  );
}

function listDetails(view: ApplicationView) {
  const { email, phone, place, links, source, referrer, keepUntil, marks } = view;
  return [
    {
      name: "E-mail",
      value: (
        <a className="application-link" href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
          <MarkedText text={email} parts={marks.texts.email} />
        </a>
      ),
    },
    ...(phone
      ? [
          {
            name: "Telephone",
            value: (
              <a href={`tel:${foldDigits(phone).replace(/[^\d+]/g, "")}`}>
                <MarkedText text={phone} parts={marks.texts.phone} />
              </a>
            ),
          },
        ]
      : []),
    ...(place ? [{ name: "Place", value: <MarkedText text={place} parts={marks.texts.place} /> }] : []),
    ...links.map((link, at) => ({
      name: at === 0 ? "Links" : "",
      value: (
        <a className="application-link" href={link} rel="noreferrer noopener" target="_blank">
          {link.replace(/^https?:\/\//i, "")} <Icon name="link" />
        </a>
      ),
    })),
    { name: "Source", value: referrer ? `${source}, from ${referrer}` : source },
    ...(keepUntil ? [{ name: "Keep until", value: `${keepUntil} (consent)` }] : []),
  ];
}

// Bundle: site
import { Link } from "react-router";
import { defaultCallTitle, buildContactPath } from "#app/content/calls-to-action.ts";
import { contactLink } from "#app/content/navigation.ts";
import horizonNarrow from "#app/assets/art/horizon-m.svg?url";
import horizon from "#app/assets/art/horizon.svg?url";

interface CallToActionProps {
  title?: string;
  description?: string;
  /** Subject that the contact form is filled with. */
  subject?: string;
  /** If given, a button that calls this replaces the link to the contact form. */
  onContact?: () => void;
}

/** The band at the end of a page, directly above the footer. */
export function CallToAction({ title = defaultCallTitle, description, subject, onContact }: CallToActionProps) {
  const label = (
    <>
      {contactLink.name}
      <span className="i-ph-arrow-right" aria-hidden="true" />
    </>
  );
  return (
    <section
      className="band call: overflow-hidden pt-[clamp(88px,_9vw,_150px)] text-center [&_h2]:max-w-15em [&_h2]:mx-auto"
      aria-labelledby="call-title"
    >
      <div className="wrap">
        <h2 id="call-title" className="d2">
          {title}
        </h2>
        {description && <p className="lead">{description}</p>}
        {onContact ? (
          <button
            type="button"
            className="btn btn-accent"
            data-event="call-to-action"
            data-event-data="band"
            onClick={onContact}
          >
            {label}
          </button>
        ) : (
          <Link
            className="btn btn-accent"
            to={buildContactPath(subject)}
            data-event="call-to-action"
            data-event-data="band"
            viewTransition
          >
            {label}
          </Link>
        )}
      </div>
      <picture>
        <source media="(max-width:699px)" srcSet={horizonNarrow} width={390} height={320} />
        <img
          className="call-art: w-full mt-[clamp(16px,_3vw,_48px)]"
          src={horizon}
          alt=""
          width={1440}
          height={600}
          loading="lazy"
        />
      </picture>
    </section>
  );
}

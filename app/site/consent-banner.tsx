import { Link } from "react-router";
import { bannerId, bannerText } from "#app/shared/consent.ts";

/**
 * The question, the same bytes for everybody and hidden until app/inline/consent.ts shows it. React never touches it
 * again. The empty line is for the choice in force, when the visitor comes back to it: it is no part of the wording.
 * Content blockers hide what is named after cookies, so its names say nothing of them.
 */
export function ConsentBanner() {
  return (
    <section
      id={bannerId}
      className="ask"
      aria-labelledby="ask-title"
      tabIndex={-1}
      data-inline=""
      hidden
      suppressHydrationWarning
    >
      <div className="ask-text">
        <p id="ask-title">{bannerText.title}</p>
        <p>
          {bannerText.body} {bannerText.later} <Link to="/privacy-policy">{bannerText.policy}</Link>
        </p>
        <p className="ask-current" role="status" suppressHydrationWarning>
          {""}
        </p>
      </div>
      <div className="ask-answers">
        <button type="button" className="btn btn-outline" data-choice="accepted">
          {bannerText.accept}
        </button>
        <button type="button" className="btn btn-outline" data-choice="rejected">
          {bannerText.reject}
        </button>
      </div>
      <button type="button" className="icon-btn ask-close" data-choice="rejected" aria-label={bannerText.close}>
        <span className="i-ph-x" aria-hidden="true" />
      </button>
    </section>
  );
}

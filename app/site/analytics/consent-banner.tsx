import { Link } from "react-router";
import { bannerId, bannerText } from "#shared/analytics/consent.ts";

/**
 * The consent question. It is the same bytes for everybody and hidden until app/inline/consent.ts shows it. React never
 * updates it. The empty line shows the current choice when the visitor reopens the banner; it is not part of the
 * recorded wording. Content blockers hide elements named after cookies, so ids and classes avoid such names.
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

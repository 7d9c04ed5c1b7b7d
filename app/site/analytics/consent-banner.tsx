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
      // The banner is fixed over the page, so nothing moves when it appears. It fades in from opacity 0: text that is first painted transparent never counts as a page's largest paint.
      // As a card in the corner it does not cover the start of the page.
      className="ask: fixed right-12px bottom-12px left-12px z-60 grid gap-[16px_32px] max-h-[calc(100svh_-_24px)] mx-auto p-20px overflow-y-auto bg-bg border-1px-transparent rounded-16px shadow-float [transition:0.3s_var(--ease)] [transition-property:opacity,_translate] [&[inert]]:op-0 [&[inert]]:[translate:0_16px] md:right-24px md:bottom-24px md:left-auto md:w-520px md:p-24px"
      aria-labelledby="ask-title"
      tabIndex={-1}
      data-inline=""
      hidden
      suppressHydrationWarning
    >
      <div className="ask-text: [&_p]:mt-4px [&_p]:text-ink-2 [&_p]:text-15 [&_p]:leading-1.5 [&_a]:text-ink [&_a]:font-500 [&_a]:underline [&_a]:underline-offset-0.2em">
        <p id="ask-title">{bannerText.title}</p>
        <p>
          {bannerText.body} {bannerText.later} <Link to="/privacy-policy">{bannerText.policy}</Link>
        </p>
        <p
          className="ask-current: [.ask-text>&:empty]:m-0 [.ask-text>&]:text-ink [.ask-text>&]:font-600"
          role="status"
          suppressHydrationWarning
        >
          {""}
        </p>
      </div>
      <div className="ask-answers: grid grid-cols-[repeat(auto-fit,_minmax(min(100%,_200px),_1fr))] gap-12px">
        <button type="button" className="btn btn-outline" data-choice="accepted">
          {bannerText.accept}
        </button>
        <button type="button" className="btn btn-outline" data-choice="rejected">
          {bannerText.reject}
        </button>
      </div>
      <button
        type="button"
        className="icon-btn ask-close: absolute top-8px right-8px md:top-14px md:right-14px"
        data-choice="rejected"
        aria-label={bannerText.close}
      >
        <span className="i-ph-x" aria-hidden="true" />
      </button>
    </section>
  );
}

/** What the consent banner said, by version. Staff see it beside a proof; no public page loads the former ones. */
import { bannerText, bannerVersion } from "./consent.ts";

type BannerWording = Readonly<Record<keyof typeof bannerText, string>>;

/** Each has the hash that `bannerHashes` names: tests/worker/analytics/analytics-schema.test.ts checks this. */
export const bannerWordings: Readonly<Record<string, BannerWording>> = {
  [bannerVersion]: bannerText,
  "2025-01-01": {
    title: "We value your privacy",
    body:
      "If you accept, your device and our server store a random visitor number, your browser’s details and the pages you " +
      "open, to see how the site is used; closing this counts as rejecting.",
    later: "Rejecting later, under Cookie settings, erases them.",
    policy: "Privacy policy",
    accept: "Accept All Cookies",
    reject: "Reject Non-Essential",
    close: "Close, which counts as rejecting",
  },
};

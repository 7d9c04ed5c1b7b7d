/**
 * What the visitor is asked, and the limits of the answer. The wording is proof: whoever changes `bannerText` gives it
 * a new `bannerVersion` and keeps the old hash in `bannerHashes`; tests/worker/analytics-schema.test.ts sees to it.
 */

export const bannerText = {
  title: "We value your privacy",
  body:
    "If you accept, your device and our server store a random visitor number, your browser’s details and the pages you " +
    "open, to see how the site is used; closing this counts as rejecting.",
  later: "Rejecting later, under Cookie settings, erases them.",
  policy: "Privacy policy",
  accept: "Accept All Cookies",
  reject: "Reject Non-Essential",
  close: "Close, which counts as rejecting",
} as const;

/**
 * The day from which choices were made on this wording. One made before it is asked again, so the version needs no
 * place of its own on the visitor's device: the date of the choice is enough.
 */
export const bannerVersion = "2025-01-01";

/** SHA-256 (hex) of the JSON of each `bannerText` that was ever shown, by version. */
export const bannerHashes: Readonly<Record<string, string>> = {
  "2025-01-01": "ad5b41b2e8e84cdbf1d14fea99055f787859640c3e3cba86ac11ab3ea1e6f0c2",
};

/** The element that holds the banner; a page without it is never tracked. */
export const bannerId = "ask";

/** Milliseconds from the first load to the banner, and from the choice to its end (SPEC §9). */
export const bannerDelay = 2000;
export const bannerFade = 300;

/** A choice holds for 182 days. */
export const choiceLifetime = 182 * 86_400_000;

/** Keys of the visitor's storage (SPEC §3). */
export const consentKey = "cookie-consent";
export const dateKey = "cookie-consent-date";
export const visitorKey = "visitor-data";
export const viewsKey = "page-views";
export const sessionKey = "session-data";
export const eventsKey = "user-events";

/** How many page views and events the device keeps (SPEC §9), and how many of the views one record carries. */
export const pageViewCap = 100;
export const userEventCap = 50;
export const sentViewCap = 50;

/** Half an hour without a page ends a session. */
export const sessionGap = 1_800_000;

/** Where the script for what follows a choice is served; without a hash, so that a cached page still finds it. */
export const consentedPath = "/consented.js";

export type Choice = "accepted" | "rejected";

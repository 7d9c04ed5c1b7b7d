// Bundle: site
/**
 * The text of the consent banner, and the limits of what is stored after the choice. The wording is part of the proof
 * of consent: if you change `bannerText`, set a new `bannerVersion` and keep the old hash in `bannerHashes`.
 * tests/worker/analytics/analytics-schema.test.ts checks this.
 */

import { day } from "#shared/dates/durations.ts";

export const bannerText = {
  title: "We value your privacy",
  body:
    "If you accept, your device and our server store a random visitor number, your browser’s details, the pages you open " +
    "and what you do there, to see how the site is used; closing this counts as rejecting.",
  later: "Rejecting later, under Cookie settings, erases them.",
  policy: "Privacy policy",
  accept: "Accept All Cookies",
  reject: "Reject Non-Essential",
  close: "Close, which counts as rejecting",
} as const;

/**
 * The day on which this wording came into use. A choice made before that day is asked for again. So the version needs
 * no storage of its own on the device: the date of the choice is enough.
 */
export const bannerVersion = "2026-11-23";

/** SHA-256 (hex) of the JSON of each `bannerText` that was ever shown, by version. */
export const bannerHashes: Readonly<Record<string, string>> = {
  "2026-11-23": "a3939ba44fd3231f33f652b24bc9c20a2019b8f260da3b1f4d0231eb70065905",
};

/** Id of the banner element. A page without it is never tracked. */
export const bannerId = "ask";

/**
 * Milliseconds from the first load to the banner, and from the choice until the banner is hidden (from the
 * specification).
 */
export const bannerDelay = 2000;
export const bannerFade = 300;

/** Milliseconds for which a choice is valid: 182 days. */
export const choiceLifetime = 182 * day;

/** Keys in the device's storage (from the specification). */
export const consentKey = "cookie-consent";
export const dateKey = "cookie-consent-date";
export const visitorKey = "visitor-data";
export const viewsKey = "page-views";
export const sessionKey = "session-data";
export const eventsKey = "user-events";

/** Our own key: the visit that goes on, and what of it the server has not confirmed yet. */
export const visitKey = "visit-data";

/** What is stored of a visitor who accepted, and of nobody else. */
export const trackedKeys = [visitorKey, viewsKey, sessionKey, eventsKey, visitKey] as const;

/** Our own key: choices to reject of which the server has not confirmed yet that it knows. */
export const withdrawalKey = "withdrawal";

/**
 * How many page views and events the device keeps (from the specification), and how many of the views one record
 * carries.
 */
export const pageViewCap = 100;
export const userEventCap = 50;
export const sentViewCap = 50;

/** Milliseconds without a page view that end a session: half an hour. */
export const sessionGap = 1_800_000;

/**
 * Paths of the script that counts what visitors do who accepted, and of the one for Cookie settings and rejections. The names
 * have no hash, so that a cached page still finds them.
 */
export const consentedPath = "/consented.js";
export const choicePath = "/choice.js";

/** Path of the page that shows what is stored about a visitor. */
export const storedPath = "/your-data";

export type Choice = "accepted" | "rejected";

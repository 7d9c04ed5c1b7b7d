import { type LegalTable, legalEntity } from "./legal.ts";

/** The tables of the privacy policy. Whoever adds a cookie or a storage key adds a row. */

/** Every cookie of the site: worker/accounts/session-cookies.ts and worker/lib/form-cookie.ts. */
export const cookieTable: LegalTable = {
  caption: "Cookies set by this site",
  columns: ["Name", "Purpose", "Life"],
  rows: [
    ["__Host-at", "Proves to the server who is signed in. Scripts cannot read it.", "5 minutes, then renewed"],
    [
      "__Host-rt",
      "Renews the proof above. Scripts cannot read it.",
      "8 hours without use, 7 days at most; ends at sign-out",
    ],
    ["signed-in", "Holds “1”, so that a page knows to ask who is signed in. No secret.", "As __Host-rt"],
    [
      "__Host-form",
      "Carries the answers of a rejected sign-in or sign-up form back to it, such as your e-mail address. Never a password.",
      "60 seconds, or until read",
    ],
  ],
};

/** Every entry in the browser's storage: app/shared/consent.ts, the theme, the tabs' messages and the page framework. */
export const storageTable: LegalTable = {
  caption: "Entries in your browser’s storage",
  columns: ["Key", "Content and purpose", "When, and until when"],
  rows: [
    ["cookie-consent", "“accepted” or “rejected”", "After a choice; valid for 182 days"],
    ["cookie-consent-date", "Date and time of the choice", "After a choice; valid for 182 days"],
    [
      "visitor-data",
      "Visitor number, first visit, user agent, referring address, language, time zone",
      "Only after accepting; deleted on rejecting",
    ],
    [
      "page-views",
      "The last 100 views: path, title, time. Each record carries up to 50 of them, in case an earlier one was lost",
      "Only after accepting; deleted on rejecting",
    ],
    [
      "session-data",
      "Time of the last activity and number of pages in this session. Not sent to us",
      "Only after accepting; deleted on rejecting",
    ],
    [
      "user-events",
      "The last 50 events: what you pressed (such as a menu, a call to action, an e-mail address or a link to another site), and the start and sending of a form, without what you typed; where and when. Not sent to us",
      "Only after accepting; deleted on rejecting",
    ],
    ["theme", "“light” or “dark”", "When you press the theme button"],
    ["session", "Tells other tabs of a sign-in or sign-out, in browsers without a newer way", "A moment"],
    [
      "react-router-scroll-positions, remix-router-transitions, react-router-manifest-version",
      "Scroll positions and technical notes of the page framework (session storage). Not sent to us",
      "Until the tab is closed",
    ],
  ],
};

/** What is kept, on which ground and for how long. */
export const groundsTable: LegalTable = {
  caption: "Grounds and terms under the GDPR and UK GDPR",
  columns: ["Data", "Ground", "Kept"],
  rows: [
    [
      "Visitor data and page views",
      "Consent, Article 6(1)(a)",
      `Until you withdraw, or ${legalEntity.viewTerm}. The software has no automatic expiry yet`,
    ],
    [
      "Consent record, coarse fields",
      "Legal duty to prove consent, Article 6(1)(c), and our interest in showing that we asked, 6(1)(f)",
      legalEntity.proofTerm,
    ],
    ["Keyed hash of an erased number", "Legal duty to erase, Article 6(1)(c)", "31 days"],
    [
      "Logs, request limits, daily limit of a network",
      "Interest in a safe, working site, Article 6(1)(f)",
      "Seven days; 60 seconds; the day",
    ],
    [
      "Staff accounts",
      "Employment or service contract, Article 6(1)(b), and security, 6(1)(f)",
      legalEntity.accountTerm,
    ],
    [
      "Enquiries from the contact form",
      "Consent given by the tick, 6(1)(a), and steps before a contract, 6(1)(b); for the signs of spam and the limits our interest in a usable inbox, 6(1)(f)",
      `${legalEntity.mailTerm}, or until you withdraw; the hash of the network one day. The software has no other automatic expiry yet`,
    ],
    ["Correspondence", "Steps before a contract, 6(1)(b), or our interest in answering, 6(1)(f)", legalEntity.mailTerm],
  ],
};

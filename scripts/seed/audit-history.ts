/** What the demo company did in the last weeks, for the audit log. Seeding dates it back from the moment it runs. */
import type { AuditDetail } from "../../worker/audit/record.ts";
import type { Unusual } from "../../worker/audit/unusual.ts";
import type { AuditAction } from "../../worker/subjects.ts";

export interface DemoEntry {
  hoursAgo: number;
  /** The account, by the part of its address before the @; null for nobody signed in. */
  who: string | null;
  action: AuditAction;
  /** An account; "enquiry", "post" or "job" for one of them; the address of an invitation; or an id. */
  about?: string;
  detail?: AuditDetail;
  unusual?: Unusual | null;
}

const pune = { place: "Pune, India", country: "IN" };
const berlin = { place: "Berlin, Germany", country: "DE" };
const lyon = { place: "Lyon, France", country: "FR" };

/** Where the demo accounts usually sign in. */
export const knownDesks: Readonly<Record<string, AuditDetail>> = {
  super: { device: "Chrome on Windows", ...pune },
  marketing: { device: "Firefox on macOS", ...berlin },
  talent: { device: "Edge on Windows", ...pune },
  hr: { device: "Safari on macOS", ...lyon },
};

export interface Seat {
  who: string;
  device: string;
  place: string;
  country: string;
  startedHoursAgo: number;
  usedHoursAgo: number;
}

/** Their open sessions. Those of their colleagues are in colleagues.ts. */
export const seats: readonly Seat[] = [
  { who: "super", device: "Chrome on Windows", ...pune, startedHoursAgo: 26, usedHoursAgo: 3 },
  {
    who: "super",
    device: "Safari on iOS",
    place: "Lisbon, Portugal",
    country: "PT",
    startedHoursAgo: 13.2,
    usedHoursAgo: 11,
  },
  { who: "marketing", device: "Firefox on macOS", ...berlin, startedHoursAgo: 7.2, usedHoursAgo: 1 },
  { who: "talent", device: "Edge on Windows", ...pune, startedHoursAgo: 4.1, usedHoursAgo: 2 },
  { who: "hr", device: "Safari on macOS", ...lyon, startedHoursAgo: 30, usedHoursAgo: 24 },
];

const stranger = { device: "Chrome on Linux", place: "Amsterdam, Netherlands", country: "NL" };

/** Somebody guesses Marc's password five times in four minutes. */
const guesses = [0, 1, 2, 3, 4].map((index): DemoEntry => {
  const isLast = index === 4;
  return {
    hoursAgo: 7.9 - index / 60,
    who: null,
    action: "session.refused",
    about: "marketing",
    detail: stranger,
    unusual: isLast ? "many failures" : null,
  };
});

const thisWeek: DemoEntry[] = [
  { hoursAgo: 0.6, who: "marketing", action: "enquiry.changed", about: "enquiry", detail: { status: "open" } },
  { hoursAgo: 1.4, who: "editor1", action: "post.saved", about: "post", detail: { version: 4 } },
  {
    hoursAgo: 2.3,
    who: "super2",
    action: "user.roles_changed",
    about: "recruiter1",
    detail: { granted: "HR", revoked: "" },
  },
  { hoursAgo: 2.32, who: "super2", action: "session.confirmed", about: "super2" },
  { hoursAgo: 3.7, who: "talent", action: "job.saved", about: "job", detail: { version: 4 } },
  { hoursAgo: 6.9, who: "marketing", action: "sessions.ended", about: "marketing", detail: { by: "owner" } },
  { hoursAgo: 7, who: "marketing", action: "password.changed", about: "marketing" },
  ...guesses,
  { hoursAgo: 21, who: "marketing", action: "enquiry.exported", detail: { folder: "inbox" }, unusual: "many exports" },
  { hoursAgo: 21.3, who: "marketing", action: "enquiry.exported", detail: { folder: "spam" } },
  { hoursAgo: 21.6, who: "marketing", action: "enquiry.exported", detail: { folder: "inbox" } },
  { hoursAgo: 25, who: "super", action: "user.reset_sent", about: "hr2" },
  { hoursAgo: 25.2, who: "super", action: "session.confirmed", about: "super" },
  { hoursAgo: 28, who: "editor2", action: "post.saved", about: "post", detail: { version: 3 } },
  { hoursAgo: 46, who: "recruiter1", action: "authenticator_app.added", about: "recruiter1" },
  { hoursAgo: 50, who: "marketing", action: "enquiry.marked_spam", about: "enquiry" },
  {
    hoursAgo: 107,
    who: "super2",
    action: "user.invited",
    about: "editor3@demo.example",
    detail: roles("marketing_admin"),
  },
  { hoursAgo: 122, who: "hr", action: "sessions.ended", about: "hr", detail: { by: "owner" } },
  { hoursAgo: 123, who: null, action: "session.reuse_detected", about: "hr", unusual: "copied session" },
  {
    hoursAgo: 159,
    who: "talent",
    action: "user.invited",
    about: "recruiter3@demo.example",
    detail: roles("talent_admin,HR"),
  },
];

const earlier: DemoEntry[] = [
  { hoursAgo: 185, who: "super", action: "person.erased", detail: { rows: 4 } },
  { hoursAgo: 200, who: "super", action: "user.invited", about: "reader2@demo.example", detail: roles("HR") },
  { hoursAgo: 210, who: "super", action: "person.exported", detail: { rows: 4 } },
  { hoursAgo: 225, who: "talent", action: "account.changed", about: "talent" },
  { hoursAgo: 262, who: "marketing", action: "enquiry.cleared_of_spam", about: "enquiry" },
  { hoursAgo: 290, who: null, action: "session.refused", detail: stranger },
  { hoursAgo: 310, who: "marketing", action: "mail.sent_again", about: "enquiry" },
  { hoursAgo: 340, who: "super", action: "dead_letter.deleted", detail: { queue: "fivewright-mail" } },
  { hoursAgo: 385, who: "hr", action: "account.picture_changed", about: "hr" },
  { hoursAgo: 410, who: "hr", action: "account.downloaded", detail: { rows: 31 } },
  { hoursAgo: 480, who: "super", action: "session.ended", about: "super" },
  { hoursAgo: 555, who: "super", action: "audit.exported", detail: { unusual: true } },
  { hoursAgo: 640, who: "editor1", action: "passkey.added", about: "editor1" },
  { hoursAgo: 768, who: "marketing", action: "user.disabled", about: "leaver1" },
  { hoursAgo: 769, who: "marketing", action: "user.sessions_ended", about: "leaver1", detail: { session: "all" } },
];

export const history: readonly DemoEntry[] = [...thisWeek, ...earlier];

function roles(names: string): AuditDetail {
  return { roles: names };
}

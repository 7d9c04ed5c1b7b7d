import {
  consentKey,
  dateKey,
  eventsKey,
  pageViewCap,
  sentViewCap,
  sessionKey,
  userEventCap,
  viewsKey,
  visitKey,
  visitorKey,
} from "#app/shared/consent.ts";
import { day } from "#app/shared/durations.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { terms } from "#worker/lib/terms.ts";
import { consumeVisitorRecords } from "./consume.ts";
import { eraseVisitors } from "./erase-visitors.ts";
import { tombstoneLife } from "./lifetimes.ts";

const consented = "Only after accepting; deleted on rejecting";
const chosen = "After a choice; valid for 182 days";
const consentGround = "Consent, Article 6(1)(a)";

export const subject = {
  tables: ["consent_records", "visitors", "page_views", "dropped_records", "erased_visitors", "view_sources"],
  consumers: {
    "fivewright-visitor-records": { consume: consumeVisitorRecords, producer: (env) => env.VISITOR_QUEUE },
  },
  retention: [
    {
      table: "page_views",
      key: ["viewed_at", "visitor_id", "path"],
      since: "viewed_at",
      term: terms.visits,
      keeps: "Page views",
      after: "after the view, or until you withdraw",
      why: consentGround,
    },
    {
      table: "visitors",
      key: ["visitor_id"],
      since: "idle_since",
      term: terms.visits,
      keeps: "Visitor data",
      after: "after your last visit, or until you withdraw",
      why: consentGround,
    },
    {
      table: "dropped_records",
      key: ["dropped_at", "drop_id"],
      since: "dropped_at",
      term: terms.visits,
      keeps: "Day and fingerprint of a record that was dropped",
      after: "after the day",
      why: "Interest in figures that are right, Article 6(1)(f)",
    },
    {
      table: "consent_records",
      key: ["choice_id"],
      since: "received_at",
      term: terms.consentProofs,
      keeps: "Consent record, coarse fields",
      after: "after the choice",
      why: "Legal duty to prove consent, Article 6(1)(c), and our interest in showing that we asked, 6(1)(f)",
    },
    {
      table: "erased_visitors",
      key: ["visitor_hash"],
      since: "erased_at",
      term: { days: tombstoneLife / day },
      keeps: "Keyed hash of an erased number",
      after: "after the erasure",
      why: "Legal duty to erase, Article 6(1)(c)",
    },
    {
      table: "view_sources",
      key: ["day", "source"],
      since: "day",
      term: { days: 1 },
      keeps: "Keyed hash of a network, for the daily limit of its views",
      after: "from its midnight (UTC)",
      why: "Interest in a safe, working site, Article 6(1)(f)",
    },
  ],
  erase: { visitors: eraseVisitors },
  storage: [
    { keys: [consentKey], kind: "local", purpose: "“accepted” or “rejected”", life: chosen },
    { keys: [dateKey], kind: "local", purpose: "Date and time of the choice", life: chosen },
    {
      keys: [visitorKey],
      kind: "local",
      purpose: "Visitor number, first visit, user agent, referring address, language, time zone",
      life: consented,
    },
    {
      keys: [viewsKey],
      kind: "local",
      purpose: `The last ${pageViewCap} views: path, title, time. The record of your choice carries up to ${sentViewCap} of them`,
      life: consented,
    },
    {
      keys: [sessionKey],
      kind: "local",
      purpose: "Time of the last activity and number of pages in this session. Not sent to us",
      life: consented,
    },
    {
      keys: [eventsKey],
      kind: "local",
      purpose: `The last ${userEventCap} events: what you pressed (such as a menu, a call to action, an e-mail address or a link to another site), the start, refusal and sending of a form without what you typed, and what you sought on this site; where and when`,
      life: consented,
    },
    {
      keys: [visitKey],
      kind: "local",
      purpose:
        "The visit that goes on: its random number, start, what it came with, and what of it our server has not confirmed yet",
      life: consented,
    },
  ],
} as const satisfies Subject;

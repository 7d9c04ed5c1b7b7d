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
  withdrawalKey,
} from "#shared/analytics/consent.ts";
import { day } from "#shared/dates/durations.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { terms } from "#worker/lib/terms.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { archiveVisits } from "./archive/archive-visits.ts";
import { selectArchiveTrouble } from "./archive/health.ts";
import { ingestReport } from "./operations.ts";
import { refreshVisits } from "./compute-visits.ts";
import { consumeVisitorRecords } from "./consume.ts";
import { forgetLostVisits } from "./conversions.ts";
import { deleteUnusedWordsAtNight } from "./delete-words.ts";
import { eraseVisitors } from "./erase-visitors.ts";
import { rollDays } from "./figures/roll-days.ts";
import { tombstoneLife } from "./lifetimes.ts";
import { limitNetworks } from "./limit-networks.ts";
import { deleteReportsOf, selectReportsOf } from "./mails/subscriptions.ts";
import { writeReports } from "./mails/write-reports.ts";

const consented = "Only after accepting; deleted on rejecting";
const chosen = "After a choice; valid for 182 days";
const consentGround = "Consent, Article 6(1)(a)";
const figuresGround = "Interest in figures that are right, Article 6(1)(f)";

export const subject = {
  tables: [
    "consent_records",
    "visitors",
    "visits",
    "visit_events",
    "dimension_values",
    "stale_hours",
    "rolled_days",
    "daily_figures",
    "daily_returns",
    "daily_vitals",
    "network_keys",
    "network_limits",
    "analytics_settings",
    "annotations",
    "funnels",
    "own_goals",
    "conversions",
    "dropped_records",
    "erased_visitors",
    "report_subscriptions",
    "archived_days",
    "archive_erasures",
  ],
  consumers: {
    "fivewright-visitor-records": { consume: consumeVisitorRecords, producer: (env) => env.VISITOR_QUEUE },
  },
  jobs: [
    { name: "refresh visits", schedule: schedules.everyFiveMinutes, run: refreshVisits },
    { name: "compute the figures of days", schedule: schedules.everyFiveMinutes, run: rollDays },
    // After the figures of days, which they wait for.
    { name: "write reports by mail", schedule: schedules.everyFiveMinutes, run: writeReports },
    { name: "archive visits", schedule: schedules.everyFiveMinutes, run: archiveVisits },
    { name: "limit networks", schedule: schedules.everyFiveMinutes, run: limitNetworks },
    { name: "forget visits that were not stored", schedule: schedules.hourly, run: forgetLostVisits },
    { name: "delete unused words", schedule: schedules.hourly, run: deleteUnusedWordsAtNight },
  ],
  mails: ["analytics-report"],
  personData: [{ name: "Reports by mail", select: selectReportsOf }],
  auditActions: [
    "analytics.report-started",
    "analytics.report-ended",
    "visitors.erased",
    "analytics.zone-changed",
    "analytics.exported",
    "consent.exported",
    "annotation.added",
    "annotation.changed",
    "annotation.deleted",
    "funnel.added",
    "funnel.changed",
    "funnel.deleted",
    "goal.added",
    "goal.changed",
    "goal.deleted",
  ],
  retention: [
    {
      table: "visits",
      key: ["started_at", "visit_no"],
      since: "started_at",
      term: terms.visits,
      keeps: "Visits: where they came from, with what, and how they ended",
      after: "after the visit, or until you withdraw",
      why: consentGround,
    },
    {
      table: "visit_events",
      key: ["started_at", "visit_no", "seq"],
      since: "started_at",
      term: terms.visits,
      keeps: "Views of pages and what was done on them",
      after: "after the visit, or until you withdraw",
      why: consentGround,
    },
    {
      table: "conversions",
      key: ["at", "id"],
      since: "at",
      term: terms.visits,
      keeps:
        "That a form was sent or a file downloaded, in which quarter of an hour and visit; the time may tell which form",
      after: "after it was sent; the visit until you withdraw",
      why: `${figuresGround}; for the visit consent, 6(1)(a)`,
    },
    {
      table: "visitors",
      key: ["visitor"],
      since: "idle_since",
      term: terms.visits,
      keeps: "Visitor data",
      after: "after your last visit, counted in steps of 30 days, or until you withdraw",
      why: consentGround,
    },
    {
      table: "dropped_records",
      key: ["dropped_at", "drop_id"],
      since: "dropped_at",
      term: terms.visits,
      keeps: "Day and fingerprint of a record that was dropped",
      after: "after the day",
      why: figuresGround,
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
      table: "network_keys",
      key: ["day"],
      since: "day",
      term: { days: 1 },
      keeps: "Key with which networks are hashed; without it nobody can tell a network from its hash",
      after: "from its midnight (UTC)",
      why: "Interest in a safe, working site, Article 6(1)(f)",
    },
    {
      table: "network_limits",
      key: ["day", "network"],
      since: "day",
      term: { days: 1 },
      keeps: "Keyed hash of a network that brought too many views",
      after: "from its midnight (UTC)",
      why: "Interest in a safe, working site, Article 6(1)(f)",
    },
  ],
  erase: { visitors: eraseVisitors, person: async (db, email) => [deleteReportsOf(db, email)] },
  operations: [ingestReport],
  health: [
    {
      name: "archive of visits",
      selectFailures: selectArchiveTrouble,
      todo: "Compare VISIT_ARCHIVE with the archive that is bound.",
    },
  ],
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
        "The visit that goes on: its random number, start, what it came with, and what of it our server has not confirmed yet. A form that you send carries the number",
      life: consented,
    },
    {
      keys: [withdrawalKey],
      kind: "local",
      purpose:
        "Your rejection, as our server has to be told of it: its time, the version of the banner, a random number for this message alone and the visitor number to erase. Nothing else is done with it",
      life: "From rejecting until our server has confirmed it; the message a week at most",
    },
  ],
} as const satisfies Subject;

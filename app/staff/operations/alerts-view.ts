import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import type { Operations } from "#worker/operations/read-operations.ts";
import type { Moment } from "./rows-view.ts";

export interface AlertsView {
  version: number;
  /** One on each line. */
  recipients: string;
  webhook: string;
  /** Clock times such as "22:00"; "" for no quiet hours. */
  quietFrom: string;
  quietUntil: string;
  zone: string;
  /** What clocks in the zone show now, such as "22:00". */
  clock: string;
  threshold: number;
  /** Alerts reach nobody. */
  isMute: boolean;
  /** What came of the last alert, or test of one, by whom it went to. */
  last: {
    to: string;
    /** Subject of the mail; "" for a post. */ what: string;
    state: string;
    isBad: boolean;
    at: Moment;
  }[];
  /** What fails now, and when the last alert of it was sent. */
  failing: { key: string; name: string; since: Moment; alerted: Moment | null }[];
}

const mailStates = {
  waiting: "waits to leave",
  sending: "is leaving",
  sent: "was taken by the mail service",
  unconfirmed: "may have left",
  failed: "was refused",
} as const;

export function toAlertsView(
  { settings, failing, mails, post }: Operations["alerts"],
  { moment, isMute, at: readAt }: { moment: (at: number) => Moment; isMute: boolean; at: number },
): AlertsView {
  const { quiet } = settings;
  const posts = post && {
    to: "Webhook",
    what: "",
    state: post.sent_at
      ? "was taken"
      : post.last_error
        ? `was refused: ${post.last_error}${post.due_at === null ? " It is not tried again." : ""}`
        : "waits to leave",
    isBad: post.sent_at === null && post.last_error !== null,
    at: moment(post.created_at),
  };
  return {
    version: settings.version,
    recipients: settings.recipients.join("\n"),
    webhook: settings.webhookUrl,
    quietFrom: quiet ? writeTime(quiet.from) : "",
    quietUntil: quiet ? writeTime(quiet.until) : "",
    zone: settings.zone.replaceAll("_", " "),
    clock: writeZonedTime(readAt, settings.zone).slice(11),
    threshold: settings.errorThreshold,
    isMute,
    last: [
      ...mails.map(({ recipient, subject, state, last_error, written_at }) => ({
        to: recipient,
        what: subject,
        state: mailStates[state] + (last_error === null ? "" : `: ${last_error}`),
        isBad: last_error !== null,
        at: moment(written_at),
      })),
      ...(posts ? [posts] : []),
    ],
    failing: failing.map(({ key, name, since, told_at }) => ({
      key,
      name,
      since: moment(since),
      alerted: told_at === null ? null : moment(told_at),
    })),
  };
}

function writeTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

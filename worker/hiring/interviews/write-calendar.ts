/** Calendar files as RFC 5545 defines them. Pure. */

export interface CalendarEvent {
  /** The same for every message about one interview. */
  uid: string;
  /** Grows with every change, so that calendars know the newest. */
  sequence: number;
  /** When this was written, when it begins, and how long it lasts. */
  stamp: number;
  startsAt: number;
  minutes: number;
  title: string;
  description: string;
  place: string;
  /** Opened from the entry. */
  url: string;
  organizer: { name: string; email: string };
  attendee: { name: string; email: string };
}

/**
 * `request` invites or moves, `cancel` takes it back, `publish` is for a file that somebody downloads: an entry without
 * anybody to answer to.
 */
export type CalendarMethod = "request" | "cancel" | "publish";

const lineEnd = "\r\n";
/** Of a line without its end, in bytes. */
const longestLine = 75;

/** The text of an .ics file with one event. */
export function writeCalendar(event: CalendarEvent, method: CalendarMethod): string {
  const { organizer, attendee } = event;
  const people = [
    `ORGANIZER;CN=${quote(organizer.name)}:mailto:${escapeAddress(organizer.email)}`,
    `ATTENDEE;CN=${quote(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:${escapeAddress(attendee.email)}`,
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Interviews//EN",
    "CALSCALE:GREGORIAN",
    `METHOD:${method.toUpperCase()}`,
    "BEGIN:VEVENT",
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${writeUtc(event.stamp)}`,
    `DTSTART:${writeUtc(event.startsAt)}`,
    `DTEND:${writeUtc(event.startsAt + event.minutes * 60_000)}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
    `URL:${event.url}`,
    ...(method === "publish" ? [] : people),
    `STATUS:${method === "cancel" ? "CANCELLED" : "CONFIRMED"}`,
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => foldLine(line) + lineEnd).join("");
}

/** `20261130T090000Z` */
function writeUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** Control characters but the line feed. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0009\u000B-\u001F\u007F]/g;

/** A value of the type TEXT. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(unprintable, " ")
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** A value of a parameter. It has no escapes of its own; RFC 6868 gives it some. */
function quote(text: string): string {
  const safe = text
    .toWellFormed()
    .replaceAll(/\r\n?|\n/g, " ")
    .replaceAll(unprintable, " ")
    // Some calendars read an escape in it, where the format has none.
    .replaceAll("\\", "/")
    .replaceAll("^", "^^")
    .replaceAll('"', "^'");
  return `"${safe}"`;
}

/** What is no sign of an address is written as in a URI. */
function escapeAddress(email: string): string {
  return encodeURI(email).replaceAll(/[?#]/g, encodeURIComponent);
}

const encoder = new TextEncoder();

/** `line` in parts of 75 bytes at most, each but the first after a space. No character is cut. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (bytes + size > longestLine) {
      parts.push(part);
      part = " ";
      bytes = 1;
    }
    part += sign;
    bytes += size;
  }
  return [...parts, part].join(lineEnd);
}

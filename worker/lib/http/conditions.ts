/**
 * What a request's conditions are compared with: a strong ETag, quotes included, and the last change in epoch
 * milliseconds.
 */
interface ResourceState {
  etag: string;
  changedAt: number;
}

/**
 * Evaluates the conditions of a GET or HEAD in the order of RFC 9110 §13.2.2: 412, 304, or null to go on. An unreadable
 * list of tags matches nothing, and an unreadable date is ignored.
 */
export function checkConditions(headers: Headers, { etag, changedAt }: ResourceState): 304 | 412 | null {
  const changedSecond = Math.floor(changedAt / 1000) * 1000;
  const match = headers.get("If-Match");
  if (match !== null) {
    if (!listTags(match).some((tag) => tag === "*" || tag === etag)) return 412;
  } else if (changedSecond > readDate(headers, "If-Unmodified-Since", Infinity)) return 412;
  const noneMatch = headers.get("If-None-Match");
  if (noneMatch !== null) return hasTag(noneMatch, etag) ? 304 : null;
  return changedSecond <= readDate(headers, "If-Modified-Since", -Infinity) ? 304 : null;
}

/** True when the list of If-None-Match names `etag`, compared weakly, or is `*`. */
export function hasTag(list: string, etag: string): boolean {
  return listTags(list).some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
}

function listTags(list: string): string[] {
  return list.split(",").map((tag) => tag.trim());
}

const months = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
/** The three forms of RFC 9110 §5.6.7. `Date.parse` takes much more: "5" is a day of 2001 to it. */
const httpDate = new RegExp(
  `^[A-Z][a-z]{2}, \\d\\d ${months} \\d{4} [\\d:]{8} GMT$` +
    `|^[A-Z][a-z]{5,8}, \\d\\d-${months}-\\d\\d [\\d:]{8} GMT$` +
    `|^[A-Z][a-z]{2} ${months} [ \\d]\\d [\\d:]{8} \\d{4}$`,
);

/** The instant of an HTTP date, or `otherwise` where there is none. */
function readDate(headers: Headers, name: string, otherwise: number): number {
  const text = headers.get(name) ?? "";
  if (!httpDate.test(text)) return otherwise;
  // The oldest form names no zone, and means GMT.
  const instant = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(instant) ? otherwise : instant;
}

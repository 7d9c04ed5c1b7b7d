import { hideToken } from "#worker/lib/http/hide-token.ts";
import { type NotedError, redactText } from "../lib/log.ts";

/** What is stored of an error: nothing that identifies a person, a row or a request. */
export interface DescribedError {
  event: string;
  /** Of its class. */
  name: string;
  message: string;
  /** A job, a queue or the beginning of a path; "" where the log names none. */
  place: string;
  /** The first lines of its stack. */
  frames: string;
}

const longestMessage = 300;
const mostFrames = 8;

/** `noted` without what is only its own. Errors that have the same cause are described by the same text, but for the stack. */
export function describeError({ event, error, fields = {} }: NotedError): DescribedError {
  const isError = error instanceof Error;
  return {
    event,
    name: isError ? error.name.slice(0, 80) : "",
    message: generalise(isError ? error.message : String(error)),
    place: describePlace(fields),
    frames: isError ? listFrames(error.stack ?? "") : "",
  };
}

/** `text` without quoted words, addresses, tokens, queries of addresses, ids and numbers: “…” stands for each. */
export function generalise(text: string): string {
  return redactText(text.slice(0, 4 * longestMessage))
    .replaceAll(/"[^"]*"|“[^“”]*”|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g, "“…”")
    .replaceAll(/\?[\w%.~-]+=\S*/g, "?…")
    .replaceAll(/\b[0-9a-f]{4,}(?:-[0-9a-f]{4,})*\b/gi, (id) => (/\d/.test(id) ? "…" : id))
    .replaceAll(/(?<![0-9a-f:])[0-9a-f]*:[0-9a-f:]*:[0-9a-f]+/gi, "…")
    .replaceAll(/\d+(?:[.,:]\d+)*/g, "…")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, longestMessage);
}

function describePlace({ job, queue, path }: Readonly<Record<string, unknown>>): string {
  if (typeof job === "string") return job;
  if (typeof queue === "string") return queue;
  return typeof path === "string" ? shortenPath(path) : "";
}

/** The parts of a path that the software itself has named: what follows may name a person, or let one in. */
function shortenPath(path: string): string {
  const parts = hideToken(path).toLowerCase().split("/").slice(1);
  const most = parts[0] === "api" ? 3 : 1;
  const named = parts.slice(0, most).filter((part) => /^[a-z][a-z.-]{0,40}$/.test(part));
  const hasMore = parts.length > named.length && parts[0] !== "";
  return `/${[...named, ...(hasMore ? ["…"] : [])].join("/")}`;
}

/** Where in the code it was, without the message, which stands before the first of them. */
function listFrames(stack: string): string {
  return stack
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line))
    .slice(0, mostFrames)
    .map((line) => redactText(line.replaceAll(/\?[^\s):]*/g, "")).slice(0, 160))
    .join("\n");
}

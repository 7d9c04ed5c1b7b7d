import { hideToken } from "./http/hide-token.ts";

/** Structured logs: one JSON object a line, never a secret, a token or an address in clear. */

export interface Logger {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, error: unknown, fields?: Fields): void;
}

type Fields = Record<string, unknown>;

/** An error as the log has it. */
export interface NotedError {
  event: string;
  error: unknown;
  fields?: Readonly<Fields>;
}

const secretName = /pass|secret|token|cookie|authorization|email|pepper|hash/i;
// Each pattern is bounded, or starts at the beginning of a run of characters, so that matching stays linear, also for a
// long path of one letter.
const secretValues = [
  /eyJ[\w-]{1,512}\.[\w-]+\.[\w-]*/g,
  // Refresh tokens and device cookies: an id or a nonce, perhaps a counter, and a MAC.
  /[\w-]{22,36}\.(?:\d{1,15}\.)?[\w-]{43,}/g,
  // Addresses, percent-encoded any number of times or not at all.
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|%(?:25)*40)[\p{L}\p{N}-]+(?:(?:\.|%(?:25)*2e)[\p{L}\p{N}-]+)+/giu,
];

/** A logger whose every line carries `requestId`. `noteError` also gets each error. */
export function createLogger(requestId: string, noteError?: (noted: NotedError) => void): Logger {
  function write(level: "info" | "warn" | "error", event: string, fields: Fields = {}) {
    const line = { level, event, requestId, at: new Date().toISOString(), ...fields };
    console[level === "info" ? "log" : level](JSON.stringify(line, redactField));
  }
  return {
    info: (event, fields) => write("info", event, fields),
    warn: (event, fields) => write("warn", event, fields),
    error: (event, error, fields) => {
      write("error", event, { ...fields, ...readErrorFields(error) });
      noteError?.({ event, error, ...(fields && { fields }) });
    },
  };
}

function readErrorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}

/** For JSON.stringify, so that what lies deeper is redacted too. */
function redactField(name: string, value: unknown): unknown {
  if (secretName.test(name)) return "[redacted]";
  if (typeof value !== "string") return value;
  return redactText(name === "path" ? hideToken(value) : value);
}

/** `text` with everything that looks like a token or an e-mail address replaced. */
export function redactText(text: string): string {
  return secretValues.reduce((rest, pattern) => rest.replace(pattern, "[redacted]"), text);
}

/** Structured logs: one JSON object a line, never a secret, a token or an address in clear. */

export interface Logger {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, error: unknown, fields?: Fields): void;
}

type Fields = Record<string, unknown>;

const secretName = /pass|secret|token|cookie|authorization|email|pepper|hash/i;
const secretValue = /eyJ[\w-]+\.[\w-]+\.[\w-]*|[\w.+-]+@[\w-]+\.[\w.-]+/g;

/** A logger whose every line carries `requestId`. */
export function createLogger(requestId: string): Logger {
  function write(level: "info" | "warn" | "error", event: string, fields: Fields = {}) {
    console[level === "info" ? "log" : level](
      JSON.stringify({ level, event, requestId, at: new Date().toISOString(), ...redactFields(fields) }),
    );
  }
  return {
    info: (event, fields) => write("info", event, fields),
    warn: (event, fields) => write("warn", event, fields),
    error: (event, error, fields) => write("error", event, { ...fields, ...describeError(error) }),
  };
}

function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}

function redactFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretName.test(name) ? "[redacted]" : typeof value === "string" ? redactText(value) : value,
    ]),
  );
}

/** `text` with everything that looks like a JWT or an e-mail address replaced. */
function redactText(text: string): string {
  return text.replace(secretValue, "[redacted]");
}

import { second } from "#shared/dates/durations.ts";
import { findService } from "./http-services.ts";
import type { ApiSettings } from "./settings.ts";
import { MailError, type OutgoingMail, quoteAnswer, type Transport } from "./transport.ts";

const patience = 30 * second;

/** The API of a service for mail. */
export function openHttp(api: ApiSettings): Transport {
  return {
    remembersFor: findService(api.service).remembersFor,
    send: async (mail) => void (await sendByHttp(mail, api)),
  };
}

/**
 * Gives one mail to the service, and returns what it answers.
 * @throws {MailError}
 */
export async function sendByHttp(mail: OutgoingMail, { service: name, url, key }: ApiSettings): Promise<string> {
  const service = findService(name);
  let response: Response;
  let said: string;
  try {
    response = await fetch(url || service.url, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": mail.id,
        ...service.headers(key),
      },
      body: JSON.stringify(service.body(mail)),
      // An answer that points elsewhere would take the key there.
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    said = await readStart(response);
  } catch (error) {
    const why = error instanceof Error ? error.name : "";
    throw new MailError("unknown", `The service for mail gave no whole answer (${why}).`);
  }
  if (response.ok) return quoteAnswer(said, [key]);
  const { status } = response;
  const isFinal = service.isFinal(status, readCode(said));
  // A gateway between us and the service does not know what the service did.
  const isUnknown = status === 502 || status === 504;
  throw new MailError(isFinal ? "never" : isUnknown ? "unknown" : "later", `The service for mail answered ${status}.`, {
    said: quoteAnswer(said, [key]),
    waitMs: readWait(response.headers.get("Retry-After")),
  });
}

/** The first 4,000 characters of an answer. */
async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > 4000) break;
  }
  return text.slice(0, 4000);
}

/** The number that Postmark gives with a refusal. */
function readCode(text: string): unknown {
  try {
    return (JSON.parse(text) as { ErrorCode?: unknown } | null)?.ErrorCode;
  } catch {
    return undefined;
  }
}

/** Milliseconds of a Retry-After header, which holds seconds or a date; 0 without one. */
function readWait(text: string | null): number {
  if (text === null) return 0;
  const wait = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

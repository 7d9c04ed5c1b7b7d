import { z } from "zod";
import { second } from "#shared/dates/durations.ts";

const patience = 30 * second;
const longestAnswer = 10_000;

const answerSchema = z.object({ status: z.enum(["clean", "infected"]), found: z.string().max(200).default("") });

export type ScanAnswer = z.infer<typeof answerSchema>;

type Settings = Pick<Env, "DOCUMENT_SCAN_URL" | "DOCUMENT_SCAN_SECRET">;

/** True where this deployment has a scanner. */
export function isScanConfigured({ DOCUMENT_SCAN_URL }: Settings): boolean {
  return Boolean(DOCUMENT_SCAN_URL);
}

/**
 * Asks the scanner about a file: a POST of its bytes, without its name, answered with
 * `{"status": "clean"}` or `{"status": "infected", "found": "<name>"}`.
 * @throws {Error} when it is not https (http on this machine only), does not answer within 30 seconds, or answers otherwise
 */
export async function scanFile(bytes: Uint8Array<ArrayBuffer>, settings: Settings): Promise<ScanAnswer> {
  const url = new URL(settings.DOCUMENT_SCAN_URL ?? "");
  const isLocal = url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !isLocal) throw new Error("DOCUMENT_SCAN_URL is not https.");
  const secret = settings.DOCUMENT_SCAN_SECRET;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/octet-stream",
      ...(secret && { Authorization: `Bearer ${secret}` }),
    },
    body: bytes,
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  const text = await readStart(response);
  if (response.status !== 200) throw new Error(`The scanner answered ${response.status}.`);
  return parseAnswer(text);
}

async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > longestAnswer) throw new Error("The scanner's answer is too long.");
  }
  return text;
}

function parseAnswer(text: string): ScanAnswer {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    throw new Error("The scanner's answer is not as agreed.");
  }
}

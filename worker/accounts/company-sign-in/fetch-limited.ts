import { second } from "#shared/dates/durations.ts";
import { joinBytes } from "#worker/media/formats/bytes.ts";
import { isSafeAddress } from "./settings.ts";

const patience = 5 * second;
const largestAnswer = 256 * 1024;

/**
 * Asks the provider: over https (http on this machine only), without following redirects, for five seconds and 256 KB at
 * most. Rejects past a limit.
 */
export async function fetchLimited(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: BodyInit | null | undefined },
): Promise<Response> {
  if (!isSafeAddress(url)) throw new Error("the provider names an address that is not https");
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal });
  const bytes = await readAtMost(response);
  const type = response.headers.get("Content-Type");
  return new Response(bytes, { status: response.status, headers: type === null ? {} : { "Content-Type": type } });
}

async function readAtMost({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.byteLength;
    if (length > largestAnswer) throw new Error("the provider's answer is too large");
    parts.push(part);
  }
  return joinBytes(parts);
}

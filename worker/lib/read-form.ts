import { readAtMost } from "./drain.ts";

/** Bytes that a form of a page may have: five thousand characters of any script, encoded. */
const largestForm = 64 * 1024;

/** The fields of a form-encoded post, of a name that comes twice the last; null when it cannot be read. */
export async function readForm(request: Request): Promise<Record<string, string> | null> {
  const mediaType = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return null;
  const bytes = await readAtMost(request, largestForm);
  return bytes && Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

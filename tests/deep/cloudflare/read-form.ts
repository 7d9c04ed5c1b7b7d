import type { IncomingHttpHeaders } from "node:http";

/** The parts of a `multipart/form-data` request by name. */
export async function readForm(headers: IncomingHttpHeaders, bytes: Buffer): Promise<Map<string, Buffer>> {
  const type = headers["content-type"] ?? "";
  const form = await new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } }).formData();
  const parts = new Map<string, Buffer>();
  for (const [name, value] of form)
    parts.set(name, typeof value === "string" ? Buffer.from(value) : Buffer.from(await value.arrayBuffer()));
  return parts;
}

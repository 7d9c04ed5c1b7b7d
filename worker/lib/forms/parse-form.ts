import type { z } from "zod";
import type { FormAnswers } from "#shared/pages/refusal.ts";
import { readAtMost } from "../http/drain.ts";
import { BodyTooLargeError, type InvalidInputError, UnreadableBodyError, UnsupportedBodyError } from "../errors.ts";
import { type FormTree, readFields } from "./form-fields.ts";
import { tryInput } from "./parse-input.ts";

/** What a form may be at most. */
export interface FormLimits {
  /** Of the whole body. */
  bytes: number;
  /** 200 by default. */
  fields?: number;
  /** True where the form has files, and so comes as multipart. */
  hasFiles?: boolean;
}

/** What an ordinary form of a page has: five thousand characters of any script, encoded, and to spare. */
export const pageForm: FormLimits = { bytes: 64 * 1024 };

const urlencoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

type Parsed<Value> = { answers: FormAnswers } & (
  | { value: Value; error: null }
  | { value: null; error: InvalidInputError }
);

/**
 * A posted form as `schema` makes it; else what is wrong, by field. Both come with every answer, so that the form can
 * be filled in again.
 * @throws as `readForm`
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limits: FormLimits = pageForm,
): Promise<Parsed<z.output<Schema>>> {
  const { tree, answers } = await readForm(request, limits);
  return { ...tryInput(schema, tree), answers };
}

/**
 * The fields of a posted form as one object, and its texts by name.
 * @throws {UnsupportedBodyError} for a body in another format
 * @throws {BodyTooLargeError} for more bytes or fields than `limits` allow
 * @throws {UnreadableBodyError} for broken text or broken multipart
 */
export async function readForm(
  request: Request,
  limits: FormLimits,
): Promise<{ tree: FormTree; answers: FormAnswers }> {
  const mediaType = readMediaType(request);
  if (mediaType !== urlencoded && !(mediaType === multipart && limits.hasFiles)) throw new UnsupportedBodyError();
  const bytes = await readBytes(request, limits.bytes);
  const entries = mediaType === multipart ? await splitMultipart(request, bytes) : splitText(decodeText(bytes), limits);
  const { fields: most = 200 } = limits;
  if (entries.length > most) throw new BodyTooLargeError();
  return readFields(entries);
}

/** The media type of a body, without its parameters; "" for none. */
export function readMediaType(request: Request): string {
  return (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** True when the body says that it is a form. */
export function isFormPost(request: Request): boolean {
  return [urlencoded, multipart].includes(readMediaType(request));
}

/**
 * The whole body.
 * @throws {BodyTooLargeError} for more than `most` bytes
 */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const bytes = await readAtMost(request, most);
  if (!bytes) throw new BodyTooLargeError();
  return bytes;
}

/** @throws {UnreadableBodyError} unless it is UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new UnreadableBodyError();
  }
}

function splitText(text: string, { fields: most = 200 }: FormLimits): [string, string][] {
  // Counted first: many fields of one letter cost far more than their bytes.
  if (text.split("&", most + 1).length > most) throw new BodyTooLargeError();
  return [...new URLSearchParams(text)];
}

async function splitMultipart(request: Request, bytes: Uint8Array): Promise<[string, string | File][]> {
  const type = request.headers.get("Content-Type") ?? "";
  try {
    return [...(await new Response(bytes as BodyInit, { headers: { "Content-Type": type } }).formData())];
  } catch {
    throw new UnreadableBodyError();
  }
}

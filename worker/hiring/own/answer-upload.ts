import { type ApplicationUpload, pieceSize } from "#shared/hiring/application-files.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { readClientKey } from "#worker/lib/http/client-address.ts";
import { InvalidInputError, TooManyAttemptsError } from "#worker/lib/errors.ts";
import { pageForm, parseForm } from "#worker/lib/forms/parse-form.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readOwner } from "./take-own-form.ts";
import {
  beginUpload,
  describe,
  readUpload,
  takePiece,
  uploadSchema,
} from "#worker/hiring/applications/uploads/upload.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

/** Header with the ticket of the form that a file is for. */
const ticketHeader = "X-Ticket";

/**
 * Answers the script of a form that sends a file. `?do=begin` begins, with the file's name and size as a form;
 * `?upload=<id>&from=<byte>` takes the piece of 1 MiB that begins there, as it is; without `from` it says how the upload stands.
 */
export async function answerUpload(request: Request, scope: RequestScope): Promise<Response> {
  const { env } = scope;
  return answerJson(async () => ({ upload: await takeUpload(openDb(env.DB), request, env) }), scope);
}

async function takeUpload(db: Db, request: Request, env: Env): Promise<ApplicationUpload> {
  const { searchParams } = new URL(request.url);
  const client = readClientKey(request);
  const owner = await readOwner(request, { text: request.headers.get(ticketHeader) ?? "", env });
  if (searchParams.get("do") === "begin") {
    const success = await isWithinLimit(env.API_LIMIT, `apply-file:${client}`);
    if (!success) throw new TooManyAttemptsError(60);
    const { value, error } = await parseForm(request, uploadSchema, pageForm);
    if (error) throw error;
    return beginUpload(db, { ...value, ...owner });
  }
  const success = await isWithinLimit(env.API_LIMIT, `apply-piece:${client}`);
  if (!success) throw new TooManyAttemptsError(60);
  const upload = await readUpload(db, { id: searchParams.get("upload") ?? "", ...owner });
  const from = searchParams.get("from");
  if (from === null) return describe(upload);
  if (!/^\d{1,8}$/.test(from) || Number(from) % pieceSize !== 0)
    throw new InvalidInputError({ from: ["Say where the piece begins."] });
  return takePiece(db, env, { upload, request, from: Number(from) });
}

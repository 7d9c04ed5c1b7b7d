import { answerUnavailable } from "../lib/answer-unavailable.ts";
import { isRestoring } from "./is-restoring.ts";

/** Seconds after which whoever was refused may ask again. */
const wait = 60;

/**
 * In place of an answer that failed: while the site is restored its database refuses whatever changes rows
 * (scripts/backup/keep-out.ts), and tables are missing for moments. Costs nothing where nothing failed.
 */
export async function explainFailure(
  request: Request,
  response: Response,
  { env }: { env: Pick<Env, "DB"> },
): Promise<Response> {
  if (response.status < 500 || !(await isRestoring(env))) return response;
  await response.body?.cancel();
  const title = "The site is being restored from a backup";
  const said = `Nothing was changed. It takes some minutes: please try again in ${wait} seconds or later. What you filled in is still on the page before.`;
  return answerUnavailable(request, { title, said, wait });
}

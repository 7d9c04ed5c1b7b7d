import { type ExportPart, type ExportPlan, namePart, namePlan, namesHeader } from "#shared/imports/export-parts.ts";
import { type Asking, askForBlob } from "#app/staff/ask-until-answered.ts";
import { joinExport } from "./join-export.ts";

interface Fetching {
  asking: Asking;
  /** Called with the parts that have come, and how many there are. */
  report: (come: number, total: number) => void;
}

export interface FetchedExport {
  archive: Blob;
  /** False: articles or topics have moved to other addresses meanwhile, so names in it may lead nowhere. */
  fits: boolean;
}

/** How often it is begun where addresses change meanwhile; the last one is handed out all the same. */
const mostTurns = 3;

/** Articles or topics have moved. */
class MovedError extends Error {
  override name = "MovedError";
}

/**
 * Everything as one ZIP, fetched part by part. It waits for a lost network and goes on with the part that it was at. If
 * addresses change on the site meanwhile, it begins again. It is one export in the audit log.
 * @throws {Error} with words for who asks; AbortError when the signal is aborted
 */
export async function fetchExport(fetching: Fetching): Promise<FetchedExport> {
  const id = crypto.randomUUID();
  for (let turn = 1; ; turn += 1) {
    try {
      return await fetchOnce(id, fetching, { isLast: turn === mostTurns });
    } catch (error) {
      if (!(error instanceof MovedError)) throw error;
    }
  }
}

async function fetchOnce(
  id: string,
  { asking, report }: Fetching,
  { isLast }: { isLast: boolean },
): Promise<FetchedExport> {
  const { parts, names } = await askForPlan(id, asking);
  let fits = true;
  function compare(now: string | null) {
    if (now === names) return;
    if (!isLast) throw new MovedError();
    fits = false;
  }
  report(0, parts.length);
  let come = 0;
  // Why the archive broke off: a stream in the browser does not tell.
  let why: unknown = null;
  async function read(part: ExportPart) {
    const { blob, headers } = await askForBlob(namePart(id, part, names), asking);
    compare(headers.get(namesHeader));
    come += 1;
    report(come, parts.length);
    return blob;
  }
  const joined = joinExport(parts, (part) =>
    read(part).catch((error: unknown) => {
      why = error;
      throw error;
    }),
  );
  const archive = await new Response(joined, { headers: { "Content-Type": "application/zip" } })
    .blob()
    .catch((error: unknown) => {
      throw why ?? error;
    });
  compare((await askForPlan(id, asking, names)).names);
  return { archive, fits };
}

async function askForPlan(id: string, asking: Asking, since = ""): Promise<ExportPlan> {
  const { blob } = await askForBlob(namePlan(id, since), asking);
  return JSON.parse(await blob.text()) as ExportPlan;
}

import { exportAddress, type ExportPlan, exportPlanAddress } from "#app/shared/export-parts.ts";
import { type Asking, askForBlob } from "../../ask-until-answered.ts";
import { joinExport } from "./join-export.ts";

interface Fetching {
  asking: Asking;
  /** Called with the parts that have come, and how many there are. */
  report: (come: number, total: number) => void;
}

/**
 * Everything as one ZIP, fetched part by part. It waits for a lost network and goes on with the part that it was at.
 * @throws {Error} with words for who asks; AbortError when the signal is aborted
 */
export async function fetchExport({ asking, report }: Fetching): Promise<Blob> {
  const plan = await askForBlob(exportPlanAddress, asking);
  const { parts } = JSON.parse(await plan.text()) as ExportPlan;
  report(0, parts.length);
  let come = 0;
  const archive = joinExport(parts, async (part) => {
    const blob = await askForBlob(`${exportAddress}?${new URLSearchParams({ ...part })}`, asking);
    come += 1;
    report(come, parts.length);
    return blob;
  });
  return new Response(archive, { headers: { "Content-Type": "application/zip" } }).blob();
}

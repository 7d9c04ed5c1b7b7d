import { Button } from "#app/staff-kit/button.tsx";
import { Progress } from "#app/staff-kit/progress.tsx";
import type { useExport } from "./use-export.ts";
import "./recipes.ts";

/** How far the export has come that was asked for. */
export function ExportProgress({ state, start, cancel }: ReturnType<typeof useExport>) {
  if (state === null) return null;
  if (state.kind === "done")
    return (
      <p className="import-note" role="status">
        The export is complete: {state.name} is in your downloads.
        {!state.fits &&
          " Articles or topics moved to other addresses while it was made, so some names in it may lead nowhere. Export again when nobody edits."}
      </p>
    );
  if (state.kind === "failed")
    return (
      <div className="import-note import-note-error">
        <p role="alert">The export has stopped. {state.why}</p>
        <p className="kit-row">
          <Button onClick={() => void start()}>Try again</Button>
        </p>
      </div>
    );
  const { come, total, note } = state;
  return (
    <div className="import-note">
      <Progress
        label="Exporting everything"
        value={come}
        max={total ?? 1}
        note={note ?? (total === null ? "Counting" : `${come} of ${total} parts`)}
      />
      <p className="kit-row">
        <Button onClick={cancel}>Cancel</Button>
      </p>
    </div>
  );
}

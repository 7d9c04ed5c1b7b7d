import type { FunnelDraft } from "../state.ts";

/** The steps of a form as fields of the address, as `readDraft` reads them; with what was picked where one is written, too. */
export function writeDraft({ steps }: FunnelDraft): [name: string, value: string][] {
  const hasPicks = steps.some(({ picked }) => picked);
  return steps.flatMap(({ kind, values, about, picked = "" }): [string, string][] => {
    const written: [string, string][] = [
      ["step-kind", kind],
      ["step-of", values.join(", ")],
      ["step-about", about],
    ];
    return hasPicks ? [["step-pick", picked], ...written] : written;
  });
}

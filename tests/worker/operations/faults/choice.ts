/** What of the fault suite runs: all in `npm run test:faults`, or one that is named there. */
const [wanted = "", at = "", kind = ""] = (import.meta.env.TEST_FAULTS ?? "").split("|");

export const isWhole = wanted !== "";
export const chosen = {
  /** The name of a case or of an area; null for all. */
  wanted: wanted === "all" || wanted === "" ? null : wanted,
  at: at === "" ? null : Number(at),
  kind: kind === "" ? null : kind,
};

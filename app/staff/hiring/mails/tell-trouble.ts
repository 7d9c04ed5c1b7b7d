/** Why a mail is not known to have left. */
export function tellTrouble({ state, error }: { state: string; error: string | null }): string {
  return state === "failed"
    ? `It could not be sent${error === null ? "" : `: ${error}`}. `
    : "It may have left: the server that sent it stopped before it could say so. ";
}

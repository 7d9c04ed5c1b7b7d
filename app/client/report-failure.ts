/**
 * Logs that visitor data could not be stored (storage blocked or full, no network). The specification fixes the text.
 */
export function reportFailure(error: unknown): void {
  console.error("Error storing visitor data", error);
}

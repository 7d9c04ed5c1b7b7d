/** The message of whatever was thrown, as the columns `last_error` hold it: 500 characters at most. */
export function readErrorMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

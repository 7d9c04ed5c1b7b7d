/** What failed because a binding did: the edge answers 503 then, and not 500 (worker/lib/http/refusals.ts). */

/** A call of a binding that was not answered in time. Whether it was done, or will be, is not known. */
export class SilentBindingError extends Error {
  override name = "SilentBindingError";

  /** `call`: such as "MEDIA.put". */
  constructor(call: string, milliseconds: number) {
    super(`${call} did not answer within ${milliseconds / 1000} seconds.`);
  }
}

const noted = new WeakSet<object>();

/** Notes that a binding threw `error`. What it says of wrong arguments is our own mistake. */
export function noteBindingError(error: unknown): void {
  if (error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)) noted.add(error);
}

export function isBindingError(error: unknown): boolean {
  return error instanceof SilentBindingError || (error instanceof Error && noted.has(error));
}

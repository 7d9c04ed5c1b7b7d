/**
 * What `work` gives, or what `makeError` makes once it has taken so many milliseconds. The work itself cannot be ended: it may be
 * done later, and nobody learns of it.
 */
export async function endWithin<Answer>(
  work: Promise<Answer>,
  milliseconds: number,
  makeError: () => Error,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(makeError()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

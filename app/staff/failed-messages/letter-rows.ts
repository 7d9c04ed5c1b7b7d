import { toInstant } from "#app/ui/local-time.tsx";
import type { listDeadLetters } from "#worker/dead-letters/read.ts";

export type LetterRow = ReturnType<typeof toLetterRows>["letters"][number];

/** More of a message helps nobody who reads it on a page. */
const shownLetters = 4000;

/** Dead letters as the reader sees them, in the reader's language. */
export function toLetterRows({ letters, total }: Awaited<ReturnType<typeof listDeadLetters>>, locale: string) {
  const number = new Intl.NumberFormat(locale);
  return {
    letters: letters.map(({ id, queue, body, queued_at, received_at, attempts, last_error, is_demo }) => ({
      id,
      queue,
      body: body === null ? null : indent(body),
      queued: toInstant(queued_at, locale),
      received: toInstant(received_at, locale),
      attempts: attempts === null ? null : number.format(attempts),
      lastError: last_error,
      isDemo: is_demo === 1,
    })),
    /** What came later, nobody has seen on this page. */
    until: letters.at(-1)?.received_at ?? 0,
    count: number.format(letters.length),
    more: total > letters.length ? number.format(total - letters.length) : null,
  };
}

function indent(json: string): string {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  return text.length > shownLetters ? `${text.slice(0, shownLetters)}\n…` : text;
}

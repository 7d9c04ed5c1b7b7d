/**
 * Dates and numbers in the reader's language. To make a formatter takes 0.1 to 0.2 ms, and a list has a hundred dates: the
 * newest formatters are cached.
 */
const mostCached = 100;
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** `at` (epoch milliseconds) as text; `locale` undefined is that of the browser. Throws a RangeError for an unknown zone. */
export function formatDate(at: number, locale: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  return keep(dateFormats, key, () => new Intl.DateTimeFormat(locale, options)).format(at);
}

/** A whole number or a fraction with up to three digits, as text. */
export function formatNumber(value: number, locale: string): string {
  return keep(numberFormats, locale, () => new Intl.NumberFormat(locale)).format(value);
}

function keep<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key) ?? make();
  // Whoever asks names the locale: there is no end of them.
  if (!formats.has(key) && formats.size >= mostCached) formats.clear();
  formats.set(key, known);
  return known;
}

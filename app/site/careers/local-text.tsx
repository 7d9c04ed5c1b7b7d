import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ShownDay, ShownPay } from "./describe-job.server.ts";
import { formatPay, perPeriod } from "./format-pay.ts";

/** A pay range, in the reader's own notation once their browser runs the page. */
export function PayRange({ pay }: { pay: ShownPay }) {
  const locale = useReaderLocale();
  return (
    <>
      <span className="job-whole">{locale ? formatPay(pay, locale) : pay.text}</span> {perPeriod[pay.period]}
    </>
  );
}

/** A day, in the reader's own notation once their browser runs the page. */
export function Day({ day, length = "long" }: { day: ShownDay; length?: "long" | "medium" }) {
  const locale = useReaderLocale();
  const format = locale && new Intl.DateTimeFormat(locale, { dateStyle: length, timeZone: "UTC" });
  return (
    <time className="job-whole" dateTime={day.iso} lang={locale}>
      {format ? format.format(new Date(day.iso)) : day[length]}
    </time>
  );
}

/** The language of the reader's browser; undefined until it is known, because the page is the same for everybody. */
function useReaderLocale(): string | undefined {
  return useHydrated() ? findReaderLocale() : undefined;
}

function findReaderLocale(): string | undefined {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0];
  } catch {
    // Some embedded browsers name no language that exists.
    return undefined;
  }
}

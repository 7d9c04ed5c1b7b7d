/**
 * Openings as the pages show them. Amounts, days and country names become text here, on the server, so that the
 * browser's own language data cannot differ from what was rendered.
 */
import { formatDay } from "#shared/dates/format-day.ts";
import { formatPay } from "#shared/hiring/format-pay.ts";
import type { OpeningDetail, ListedOpening, Pay, PayPeriod, Place } from "#shared/hiring/opening.ts";
import { employmentNames, workplaceNames } from "#shared/hiring/opening-names.ts";

/** A UTC day: "2027-02-28" and "28 February 2027". */
export interface ShownDay {
  iso: string;
  text: string;
}

/** `text` is the range and `per` what it is for: "£58,000–72,000" "a year". */
export interface ShownPay extends Pay {
  text: string;
  per: string;
}

export type ShownOpening = ReturnType<typeof toShownOpening>;
export type ShownDetail = ReturnType<typeof toShownDetail>;

const locale = "en-GB";
const perPeriod = { year: "a year", month: "a month", hour: "an hour" } as const satisfies Record<PayPeriod, string>;
const regionNames = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
const orList = new Intl.ListFormat(locale, { type: "disjunction" });

/** "GB" as "United Kingdom". An unknown code stays as it is. */
export function formatCountry(code: string): string {
  return regionNames.of(code) ?? code;
}

export function toShownOpening(job: ListedOpening) {
  return {
    slug: job.slug,
    title: job.title,
    department: job.department,
    workplace: workplaceNames[job.workplace],
    employment: employmentNames[job.employment],
    where: job.workplace === "remote" ? [formatReach(job)] : job.places.map(formatPlace),
    pay: { ...job.pay, text: formatPay(job.pay), per: perPeriod[job.pay.period] } satisfies ShownPay,
    closes: toDay(job.closesAt),
  };
}

export function toShownDetail(job: OpeningDetail) {
  return {
    ...toShownOpening(job),
    requisitionId: job.requisitionId,
    summary: job.summary,
    html: job.html,
    openings: job.openings,
    posted: toDay(job.publishedAt),
    isOpen: job.isOpen,
    /** For JSON-LD. */
    facts: {
      workplace: job.workplace,
      employment: job.employment,
      places: job.places,
      reach: job.remoteCountries.map(formatCountry),
      postedAt: new Date(job.publishedAt).toISOString(),
      closesAt: new Date(job.closesAt).toISOString(),
    },
  };
}

function formatReach({ places, remoteCountries }: ListedOpening): string {
  const from =
    remoteCountries.length > 0
      ? `Anywhere in ${orList.format(remoteCountries.map(formatCountry).toSorted())}`
      : "Anywhere";
  return places.length === 0 ? from : `${from}; office in ${places.map(({ city }) => city).join(", ")}`;
}

function formatPlace({ city, region, country }: Place): string {
  return [city, region, formatCountry(country)].filter((part) => part !== null).join(", ");
}

function toDay(instant: number): ShownDay {
  return {
    iso: new Date(instant).toISOString().slice(0, 10),
    text: formatDay(instant),
  };
}

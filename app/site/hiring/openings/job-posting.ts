import type { JobPosting, Place } from "schema-dts";
import { brand } from "#app/content/brand.ts";
import type { ShownDetail } from "./format-opening.server.ts";

const employmentTypes = {
  "full-time": "FULL_TIME",
  "part-time": "PART_TIME",
  contract: "CONTRACTOR",
  internship: "INTERN",
} as const satisfies Record<ShownDetail["facts"]["employment"], string>;

const unitTexts = { year: "YEAR", month: "MONTH", hour: "HOUR" } as const satisfies Record<
  ShownDetail["pay"]["period"],
  string
>;

/** JSON-LD of an open job (https://developers.google.com/search/docs/appearance/structured-data/job-posting). */
export function buildJobPosting(job: ShownDetail, { origin }: { origin: string }): JobPosting {
  const { facts, pay } = job;
  const url = `${origin}/careers/${job.slug}`;
  const places = facts.places.map(toPlace);
  return {
    "@type": "JobPosting",
    "@id": `${url}#job`,
    url,
    title: job.title,
    description: `<p>${escapeHtml(job.summary)}</p>\n${job.html}`,
    datePosted: facts.postedAt,
    validThrough: facts.closesAt,
    employmentType: employmentTypes[facts.employment],
    identifier: { "@type": "PropertyValue", name: brand.name, value: job.requisitionId },
    hiringOrganization: {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: brand.name,
      sameAs: `${origin}/`,
      logo: `${origin}/icon-512.png`,
    },
    totalJobOpenings: job.openings,
    ...(places.length > 0 && { jobLocation: places.length > 1 ? places : places[0] }),
    ...(facts.workplace === "remote" && {
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: facts.reach.map((name) => ({ "@type": "Country" as const, name })),
    }),
    baseSalary: {
      "@type": "MonetaryAmount",
      currency: pay.currency,
      value: { "@type": "QuantitativeValue", minValue: pay.min, maxValue: pay.max, unitText: unitTexts[pay.period] },
    },
    directApply: true,
  };
}

function toPlace({ city, region, country }: ShownDetail["facts"]["places"][number]): Place {
  return {
    "@type": "Place",
    address: {
      "@type": "PostalAddress",
      addressLocality: city,
      ...(region !== null && { addressRegion: region }),
      addressCountry: country,
    },
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

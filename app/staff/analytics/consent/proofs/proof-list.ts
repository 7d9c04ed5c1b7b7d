import { z } from "zod";
import { bannerWordings } from "#shared/analytics/banner-wordings.ts";
import { bannerHashes } from "#shared/analytics/consent.ts";
import { day } from "#shared/dates/durations.ts";
import { buildDefaultListState, buildListPath, defineList, type ListState } from "#shared/pages/list.ts";
import { nameValue } from "../../names.ts";
import type { ProofFilter } from "#worker/analytics/proofs/list-proofs.ts";
import { page } from "../page.ts";

const versions = Object.keys(bannerWordings);

/** The ledger of proofs: columns, filters and what the address may say. */
export const proofList = defineList({
  id: "consent-proofs",
  path: `${page.path}/proofs`,
  nouns: { one: "proof", many: "proofs" },
  columns: {
    id: { name: "Id of the choice" },
    at: { name: "Time", sort: "desc" },
    status: { name: "Choice" },
    version: { name: "Banner" },
    place: { name: "Country and language" },
    client: { name: "Browser and device" },
  },
  sort: { by: "at", direction: "desc" },
  filters: {
    status: { name: "Choice", values: z.enum(["accepted", "rejected"]) },
    version: { name: "Banner", values: z.enum([...versions, "other"]) },
    country: { name: "Country", values: z.string().regex(/^([A-Z][A-Z\d]|none)$/) },
    days: { name: "Time", values: z.enum(["1", "7", "30", "90", "365"]) },
  },
});

type ProofState = ListState<typeof proofList>;

/** What each chip can be set to; the countries come from the database. */
export function listProofOptions(countries: readonly string[], locale: string) {
  const named = countries.map((value) => ({ value, name: nameValue("country", value, locale) }));
  return {
    status: [
      { value: "accepted", name: "accepted" },
      { value: "rejected", name: "rejected" },
    ],
    version: [...versions.map((value) => ({ value, name: value })), { value: "other", name: "none of ours" }],
    country: [...named.toSorted((a, b) => a.name.localeCompare(b.name, locale)), { value: "none", name: "unknown" }],
    days: [
      { value: "1", name: "last 24 hours" },
      { value: "7", name: "last 7 days" },
      { value: "30", name: "last 30 days" },
      { value: "90", name: "last 90 days" },
      { value: "365", name: "last 365 days" },
    ],
  };
}

/** What the database is asked for; `at` is now, in epoch milliseconds. */
export function toProofFilter({ filters, words }: ProofState, at: number): ProofFilter {
  return {
    status: filters.status || null,
    version: filters.version || null,
    country: filters.country || null,
    since: filters.days === "" ? null : at - Number(filters.days) * day,
    words,
  };
}

/** The address that lists one proof. */
export function buildProofPath(id: string): string {
  return buildListPath(proofList, buildDefaultListState(proofList), { words: id });
}

/** Whether a proof names a version of ours, with the hash of what the banner said then. */
export function isWordingOurs({ banner_version: version, banner_hash: hash }: Wording): boolean {
  return version !== null && hash !== null && Object.hasOwn(bannerHashes, version) && bannerHashes[version] === hash;
}

interface Wording {
  banner_version: string | null;
  banner_hash: string | null;
}

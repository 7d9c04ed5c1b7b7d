/** What the consent banner said, by version. Staff see it beside a proof; a new wording is added above those that were shown before. No public page loads this. */
import { bannerText, bannerVersion } from "./consent.ts";

type BannerWording = Readonly<Record<keyof typeof bannerText, string>>;

/** Each has the hash that `bannerHashes` names: tests/worker/analytics/analytics-schema.test.ts checks this. */
export const bannerWordings: Readonly<Record<string, BannerWording>> = {
  [bannerVersion]: bannerText,
};

/** Pictures that several places of the site share, by the slug of their subject. Built by scripts/build-art.ts. */
import type { IndustrySlug } from "#app/content/industries.ts";
import type { ServiceSlug } from "#app/content/services.ts";
import plateGcc from "#app/assets/art/plate-gcc.svg?url";
import plateData from "#app/assets/art/plate-data-analytics.svg?url";
import platePlatforms from "#app/assets/art/plate-platforms.svg?url";
import plateFinserv from "#app/assets/art/plate-finserv.svg?url";
import plateHealthcare from "#app/assets/art/plate-healthcare.svg?url";
import plateManufacturing from "#app/assets/art/plate-manufacturing.svg?url";
import platePharmaceutical from "#app/assets/art/plate-pharmaceutical.svg?url";
import plateRenewable from "#app/assets/art/plate-renewable-energy.svg?url";
import plateTechnology from "#app/assets/art/plate-technology.svg?url";
import aiDark from "#app/assets/art/token-artificial-intelligence-dark.svg?url";
import ai from "#app/assets/art/token-artificial-intelligence.svg?url";
import applicationDark from "#app/assets/art/token-application-lifecycle-dark.svg?url";
import application from "#app/assets/art/token-application-lifecycle.svg?url";
import cloudDark from "#app/assets/art/token-cloud-engineering-dark.svg?url";
import cloud from "#app/assets/art/token-cloud-engineering.svg?url";
import dataDark from "#app/assets/art/token-data-analytics-dark.svg?url";
import data from "#app/assets/art/token-data-analytics.svg?url";
import infrastructureDark from "#app/assets/art/token-infrastructure-security-dark.svg?url";
import infrastructure from "#app/assets/art/token-infrastructure-security.svg?url";
import platformsDark from "#app/assets/art/token-platforms-dark.svg?url";
import platforms from "#app/assets/art/token-platforms.svg?url";

/** 200 x 200, transparent. */
export const tokens: Record<ServiceSlug, { light: string; dark: string }> = {
  "artificial-intelligence": { light: ai, dark: aiDark },
  "data-analytics": { light: data, dark: dataDark },
  "cloud-engineering": { light: cloud, dark: cloudDark },
  "application-lifecycle": { light: application, dark: applicationDark },
  platforms: { light: platforms, dark: platformsDark },
  "infrastructure-security": { light: infrastructure, dark: infrastructureDark },
};

/** 640 x 480, the same in both themes. */
export const industryPlates: Record<IndustrySlug, string> = {
  healthcare: plateHealthcare,
  manufacturing: plateManufacturing,
  finserv: plateFinserv,
  "renewable-energy": plateRenewable,
  pharmaceutical: platePharmaceutical,
  technology: plateTechnology,
};

/** 640 x 480: the tile at the end of each header menu, by the menu's id. */
export const featurePlates: Record<string, string> = {
  services: platePlatforms,
  industries: plateData,
  about: plateGcc,
};

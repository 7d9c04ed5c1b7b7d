import { privacyPolicy } from "#app/content/pages/privacy-policy.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { buildMeta } from "../parts/page-meta.ts";
import { LegalDocument } from "./legal-document.tsx";
import type { Route } from "./+types/privacy-policy.ts";

export function headers() {
  return publicHeaders("legal");
}

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/privacy-policy", name: "Privacy Policy", meta: privacyPolicy.meta }, { matches });
}

export default function PrivacyPolicy() {
  return <LegalDocument {...privacyPolicy} />;
}

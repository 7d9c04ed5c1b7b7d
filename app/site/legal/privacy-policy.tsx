import { privacyPolicy } from "#app/content/pages/privacy-policy.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { describe } from "../parts/page-meta.ts";
import { LegalDocument } from "./legal-document.tsx";

export function headers() {
  return publicHeaders("legal");
}

export function meta() {
  return describe(privacyPolicy.meta);
}

export default function PrivacyPolicy() {
  return <LegalDocument {...privacyPolicy} />;
}

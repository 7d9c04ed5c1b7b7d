import { termsOfService } from "#app/content/pages/terms-of-service.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { describe } from "../parts/page-meta.ts";
import { LegalDocument } from "./legal-document.tsx";

export function headers() {
  return publicHeaders("legal");
}

export function meta() {
  return describe(termsOfService.meta);
}

export default function TermsOfService() {
  return <LegalDocument {...termsOfService} />;
}

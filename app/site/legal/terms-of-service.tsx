import { termsOfService } from "#app/content/pages/terms-of-service.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { buildMeta } from "../parts/page-meta.ts";
import "./legal.css";
import { LegalDocument } from "./legal-document.tsx";

import type { Route } from "./+types/terms-of-service.ts";

export const handle = { cache: "public", tags: ["legal"], fixed: true } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/terms-of-service", name: termsOfService.title, meta: termsOfService.meta }, { matches });
}

export default function TermsOfService() {
  return <LegalDocument {...termsOfService} />;
}

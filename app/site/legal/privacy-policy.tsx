import { privacyPolicy } from "#app/content/pages/privacy-policy.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { buildMeta } from "../parts/page-meta.ts";
import { LegalDocument } from "./legal-document.tsx";
import type { Route } from "./+types/privacy-policy.ts";

export const handle = { cache: "public", tags: ["legal"] } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/privacy-policy", name: "Privacy Policy", meta: privacyPolicy.meta }, { matches });
}

export default function PrivacyPolicy() {
  return <LegalDocument {...privacyPolicy} />;
}

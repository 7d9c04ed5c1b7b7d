import { privacyPolicy } from "#app/content/pages/privacy-policy.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { buildMeta } from "../parts/page-meta.ts";
import type { Route } from "./+types/privacy-policy.ts";
import { buildPrivacyTables } from "./build-privacy-tables.server.ts";
import "./legal.css";
import { LegalDocument } from "./legal-document.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { subjects, env } = context.get(requestScope);
  return buildPrivacyTables(subjects, env);
}

export const handle = { cache: "public", tags: ["legal"], fixed: true } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/privacy-policy", name: privacyPolicy.title, meta: privacyPolicy.meta }, { matches });
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...privacyPolicy} tables={loaderData} />;
}

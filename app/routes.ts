import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";
import { industries } from "./content/industries.ts";
import { servicePaths } from "./content/services.ts";

export default [
  layout("site/layout.tsx", [
    index("site/home.tsx"),
    ...servicePaths.map((path) => route(path, "site/services/page.tsx", { id: `services/${path}` })),
    route("partners", "site/partners/page.tsx"),
    ...industries.map(({ slug }) => route(slug, "site/industries/page.tsx", { id: `industries/${slug}` })),
    route("who-we-are", "site/about/who-we-are.tsx"),
    route("leadership", "site/about/leadership.tsx"),
    route("awards-recognition", "site/about/awards-recognition.tsx"),
    route("careers", "site/careers/careers.tsx"),
    route("privacy-policy", "site/legal/privacy-policy.tsx"),
    route("terms-of-service", "site/legal/terms-of-service.tsx"),
    route("*", "site/not-found.tsx"),
  ]),
  route("auth", "auth/sign-in.tsx"),
  route("admin/auth", "auth/sign-in.tsx", { id: "auth/admin-sign-in" }),
  layout("staff/layout.tsx", [
    route("marketing-admin", "staff/hubs/marketing-admin.tsx"),
    route("talent-admin", "staff/hubs/talent-admin.tsx"),
    route("blog-management", "staff/blog/blog-management.tsx"),
    route("job-management", "staff/jobs/job-management.tsx"),
    route("job-applications", "staff/applications/job-applications.tsx"),
    route("visitor-analytics", "staff/analytics/visitor-analytics.tsx"),
    route("user-management", "staff/users/user-management.tsx"),
    route("embeddings-management", "staff/embeddings/embeddings-management.tsx"),
    route("admin/*", "staff/admin.tsx"),
  ]),
] satisfies RouteConfig;

import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  layout("site/layout.tsx", [index("site/home.tsx"), route("*", "site/not-found.tsx")]),
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

import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [index("home.tsx"), route("rows", "rows.tsx")] satisfies RouteConfig;

import { type BenchSubject, visitPage } from "../subject.ts";

/** What machines ask. */
export const service: BenchSubject = {
  name: "service",
  routes: [
    visitPage("health", "/api/health"),
    visitPage("page data", "/cloud-engineering.data"),
    { ...visitPage("not found", "/no-such-page"), status: 404 },
  ],
};

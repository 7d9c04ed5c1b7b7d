import { randomUUID } from "node:crypto";
import { bannerVersion } from "../../../shared/analytics/consent.ts";
import type { BenchSubject } from "../subject.ts";
import { origin } from "../workerd.ts";

/** A visitor who accepted just now and looks at one page. */
function writeRecord(): string {
  const at = new Date().toISOString();
  return JSON.stringify({
    visitor_id: randomUUID(),
    consent_status: "accepted",
    first_visit: at,
    user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36",
    referrer: "direct",
    language: "en-GB",
    timezone: "Europe/London",
    page_views: [{ url: "/gcc", timestamp: at, title: "Global Capability Centers" }],
    chosen_at: at,
    banner_version: bannerVersion,
  });
}

export const analytics: BenchSubject = {
  name: "analytics",
  routes: [
    {
      name: "collector",
      status: 204,
      ask: () => ({
        method: "POST",
        path: "/api/store-visitor-analytics",
        headers: { Origin: origin, "Content-Type": "application/json", "CF-Connecting-IP": "10.255.0.2" },
        body: writeRecord(),
      }),
    },
  ],
};

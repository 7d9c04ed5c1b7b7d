import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A page with `Referrer-Policy: no-referrer` posts with `Origin: null`. What may be posted from where is decided before
  // React Router sees it, by worker/lib/http/origin-gate.ts.
  allowedActionOrigins: ["null"],
  // Tasks build into folders of their own: what one serves, another must not empty (scripts/lib/local-site.ts).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build/site",
} satisfies Config;

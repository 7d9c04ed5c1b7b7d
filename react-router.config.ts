import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Tasks build into folders of their own: what one serves, another must not empty (scripts/lib/local-site.ts).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build/site",
} satisfies Config;

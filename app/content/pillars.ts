import { findServicePath } from "./services.ts";

/** The four pillars under the hero; each opens the service that carries it. */
export const pillars = [
  {
    slug: "ai",
    name: "AI",
    line: "Models that earn their place in production.",
    to: findServicePath("artificial-intelligence"),
  },
  {
    slug: "cloud",
    name: "Cloud",
    line: "Landing zones, migrations, and a bill you can explain.",
    to: findServicePath("cloud-engineering"),
  },
  {
    slug: "applications",
    name: "Applications",
    line: "Software people finish their work in.",
    to: findServicePath("application-lifecycle"),
  },
  {
    slug: "infrastructure",
    name: "Infrastructure",
    line: "Networks and platforms that stay up at month-end.",
    to: findServicePath("infrastructure-security"),
  },
] as const;

export type PillarSlug = (typeof pillars)[number]["slug"];

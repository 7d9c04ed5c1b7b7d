import { servicePaths } from "./services.ts";
import type { FunnelStep, Goal } from "#worker/analytics/figures/types.ts";

/** Goals with a way to them that everybody has; nobody can change it, but copy it. */
export const exampleKeys = ["enquiry", "application"] as const satisfies readonly Goal[];
export type ExampleKey = (typeof exampleKeys)[number];

interface ExampleFunnel {
  name: string;
  steps: readonly FunnelStep[];
  /** What each step is called. */
  stepNames: readonly string[];
}

const event = (name: string, about: string): FunnelStep => ({ kind: "event", values: [name], about });
const page = (...values: string[]): FunnelStep => ({ kind: "page", values, about: "" });

/** The ways to the goals. */
export const exampleFunnels: Record<ExampleKey, ExampleFunnel> = {
  enquiry: {
    name: "From a service to an enquiry",
    steps: [
      page(...servicePaths.map((slug) => `/${slug}`)),
      page("/contact"),
      event("form-start", "contact"),
      event("form-sent", "contact"),
    ],
    stepNames: ["Saw a page about a service", "Then opened the contact page", "Then began the form", "Then sent it"],
  },
  application: {
    name: "From an opening to an application",
    steps: [
      page("/careers", "/careers/*", "!/careers/apply", "!/careers/application"),
      page("/careers/apply", "/careers/*/apply"),
      event("form-start", "apply"),
      event("form-sent", "apply"),
    ],
    stepNames: ["Saw openings", "Then opened a form to apply", "Then began it", "Then sent it"],
  },
};

/** The example of a goal, if it has one. */
export function findExample(key: string | null): ExampleFunnel | null {
  const known = exampleKeys.find((each) => each === key);
  return known ? exampleFunnels[known] : null;
}

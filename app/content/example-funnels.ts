import { servicePaths } from "./services.ts";

/** Goals with funnels for everybody, which nobody can change, but copy. */
export const exampleKeys = ["enquiry", "application"] as const;
type ExampleKey = (typeof exampleKeys)[number];

const event = (name: string, about: string) => ({ kind: "event" as const, values: [name], about });
const page = (...values: string[]) => ({ kind: "page" as const, values, about: "" });

/** The funnels to the goals, and the names of their steps. */
export const exampleFunnels = {
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
export function findExample(key: string | null): (typeof exampleFunnels)[ExampleKey] | null {
  const known = exampleKeys.find((each) => each === key);
  return known ? exampleFunnels[known] : null;
}

import { expect, test } from "vitest";
import { defaultCallTitle, buildContactPath } from "#app/content/calls-to-action.ts";
import { chooseTopic } from "#app/content/contact-topics.ts";
import { industries, industryQuestion } from "#app/content/industries.ts";
import { mainNavigation } from "#app/content/navigation.ts";
import { services } from "#app/content/services.ts";
import { strengths } from "#app/content/strengths.ts";
import { testimonials, testimonialsNote } from "#app/content/testimonials.ts";

test("the contact path carries a subject only when it is not the general one", () => {
  expect(buildContactPath()).toBe("/contact#contact-form");
  expect(buildContactPath("General Inquiry")).toBe("/contact#contact-form");
  expect(buildContactPath("Cloud Engineering")).toBe("/contact?subject=Cloud+Engineering#contact-form");
});

test("a subject with special characters stays one parameter of the contact path", () => {
  const path = buildContactPath("R&D #1?a=b ü");
  expect(new URL(path, "https://x.example").searchParams.get("subject")).toBe("R&D #1?a=b ü");
  expect(new URL(path, "https://x.example").hash).toBe("#contact-form");
});

test("the call to action has the specification's default title", () => {
  expect(defaultCallTitle).toBe("Smarter IT Management, Better Business Outcomes");
});

test("services and industries of the specification have its paths, in its order", () => {
  const fixedServices = [
    "artificial-intelligence",
    "data-analytics",
    "cloud-engineering",
    "application-lifecycle",
    "platforms",
    "infrastructure-security",
  ];
  const fixedIndustries = [
    "healthcare",
    "manufacturing",
    "finserv",
    "renewable-energy",
    "pharmaceutical",
    "technology",
  ];
  // The owner may add to both, and remove from both.
  for (const [list, fixed] of [
    [services, fixedServices],
    [industries, fixedIndustries],
  ] as const) {
    const slugs = list.map(({ slug }) => slug);
    expect(slugs.filter((slug) => fixed.includes(slug))).toEqual(fixed.filter((slug) => slugs.includes(slug)));
  }
});

test("the industry cards have the specification's four bullets and its question", () => {
  expect(industryQuestion).toBe("How can the product help?");
  const fixed: Record<string, string[]> = {
    Healthcare: ["AI & ML", "Data Analytics", "Custom Applications", "RPA"],
    Manufacturing: ["AI & ML", "Data Analytics", "Cloud Engineering", "Cybersecurity"],
    FinServ: ["Cloud Engineering", "Infrastructure Management", "Data Analytics", "Cybersecurity"],
    "Renewable Energy": ["Data Analytics", "Cybersecurity", "Cloud Engineering", "Infrastructure Management"],
    Pharmaceutical: [
      "Application Management",
      "Infrastructure Management",
      "Cloud Engineering",
      "Cybersecurity Services",
    ],
    Technology: [],
  };
  for (const { name, services: bullets, onHome } of industries.filter((one) => one.name in fixed)) {
    expect(bullets, name).toEqual(fixed[name]);
    expect(onHome, name).toBe(fixed[name]?.length === 4);
  }
});

test("there are five strengths, all beginning with E, and the quotes that are examples say so", () => {
  expect(strengths.map(({ title }) => title)).toEqual(["Experience", "Ecosystem", "Ethics", "Execution", "Expertise"]);
  for (const { quote, role, company } of testimonials) expect([quote, role, company]).not.toContain("");
  expect(testimonialsNote).toMatch(/^Illustrative examples/);
});

test("the header leads to every service, industry and about page, and to GCC", () => {
  const paths = mainNavigation.flatMap((item) => ("links" in item ? item.links.map(({ to }) => to) : [item.to]));
  expect(paths).toEqual([
    ...services.map(({ slug }) => `/${slug}`),
    ...industries.map(({ slug }) => `/${slug}`),
    "/gcc",
    "/who-we-are",
    "/leadership",
    "/awards-recognition",
    "/insights",
    "/partners",
  ]);
});

test("every strength names an icon of its own, and the drawing has it", async () => {
  const { default: drawing } = await import("#app/assets/icons/strengths.svg?raw");
  const drawn = [...drawing.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  expect(strengths.map(({ icon }) => icon)).toEqual(drawn);
  expect(new Set(drawn).size).toBe(strengths.length);
});

test("a subject that a link of the site fills in has its topic; any other, whatever it is called, is general", () => {
  expect(services.map(({ name }) => chooseTopic(name))).toEqual(services.map(() => "project"));
  expect(chooseTopic("Partnership")).toBe("partnership");
  expect(chooseTopic("Partnership", true)).toBe("careers");
  for (const subject of ["", "Something else", "constructor", "__proto__"])
    expect(chooseTopic(subject)).toBe("general");
});

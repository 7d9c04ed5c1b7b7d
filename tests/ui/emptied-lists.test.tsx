import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { spellOut, spellOutCapitalized } from "#app/content/spell-out.ts";
import { findIndustryPage } from "#app/content/industry-pages.server.ts";
import { awardsRecognition } from "#app/content/pages/awards-recognition.ts";
import { careersLife } from "#app/content/pages/careers-life.ts";
import { careers } from "#app/content/pages/careers.ts";
import { home } from "#app/content/pages/home.ts";
import { leadership } from "#app/content/pages/leadership.ts";
import { partners } from "#app/content/pages/partners.ts";
import { whoWeAre } from "#app/content/pages/who-we-are.ts";
import { getServicePage } from "#app/content/service-pages.server.ts";
import { services } from "#app/content/services.ts";
import { testimonials, testimonialsNote } from "#app/content/testimonials.ts";
import AwardsRecognition from "#app/site/about/awards-recognition.tsx";
import Leadership from "#app/site/about/leadership.tsx";
import WhoWeAre from "#app/site/about/who-we-are.tsx";
import Careers from "#app/site/hiring/openings/careers.tsx";
import Home from "#app/site/home.tsx";
import IndustryRoute from "#app/site/industries/page.tsx";
import PartnersPage from "#app/site/partners/page.tsx";
import ServicePage from "#app/site/services/page.tsx";
import { industry, service } from "../listed.ts";

/** Paragraphs and column heads are the text of a section that stands; an architecture is a drawing. */
const noLists = new Set(["paragraphs", "columns", "architecture"]);

const openings = { state: "none" };
const pages: [name: string, copy: object, Page: unknown, loaderData?: unknown][] = [
  ["/leadership", leadership, Leadership],
  ["/awards-recognition", awardsRecognition, AwardsRecognition],
  ["/who-we-are", whoWeAre, WhoWeAre],
  ["/careers", { ...careers, ...careersLife }, Careers, { copy: careers, openings }],
  ["/partners", partners, PartnersPage, partners],
  ...[`/${service.slug}`, "/gcc"].map((path): (typeof pages)[number] => {
    const page = getServicePage(path);
    return [path, page, ServicePage, page];
  }),
  [`/${industry.slug}`, findIndustryPage(industry.slug) ?? {}, IndustryRoute, findIndustryPage(industry.slug)],
];

function render(Page: unknown, loaderData?: unknown): string {
  const Component = Page as ComponentType<{ loaderData: unknown }>;
  return renderToStaticMarkup(
    <MemoryRouter>
      <Component loaderData={loaderData} />
    </MemoryRouter>,
  );
}

function findLists(value: object, path: string): { path: string; list: unknown[] }[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner !== "object" || inner === null || noLists.has(name)) return [];
    const within = findLists(inner, `${path}.${name}`);
    if (Array.isArray(inner)) within.push({ path: `${path}.${name}`, list: inner as unknown[] });
    return within;
  });
}

/** What `look` finds while the list is empty. */
function withEmptied<Result>(list: readonly unknown[], look: () => Result): Result {
  const items = (list as unknown[]).splice(0);
  try {
    return look();
  } finally {
    (list as unknown[]).push(...items);
  }
}

/** Headings right before the end of their section, and lists and tables without anything in them. */
function findHollow(html: string): string[] {
  const empty = html.match(/<(ul|ol|dl|tbody)[^>]*><\/\1>/g) ?? [];
  const bare = html.match(/<section[^>]*>(<div[^>]*>)*<h2[^>]*>[^<]*<\/h2>(<\/div>)*<\/section>/g) ?? [];
  return [...empty, ...bare];
}

test.each(pages)("%s: an empty list removes its section", (path, copy, Page, loaderData) => {
  expect(findHollow(render(Page, loaderData))).toEqual([]);
  const lists = findLists(copy, path);
  expect(lists.length).toBeGreaterThan(2);
  for (const { path, list } of lists)
    expect(
      withEmptied(list, () => findHollow(render(Page, loaderData))),
      path,
    ).toEqual([]);
});

test.each([
  ["awards", awardsRecognition.awards.rows, AwardsRecognition, awardsRecognition.awards.title],
  ["measures", awardsRecognition.measures.rows, AwardsRecognition, awardsRecognition.measures.title],
  ["decisions", leadership.decisions.rows, Leadership, leadership.decisions.title],
  ["history", whoWeAre.timeline.rows, WhoWeAre, whoWeAre.timeline.title],
  ["quotes", testimonials, Home, "Real Results.", home],
] as const)(
  "without %s the section goes, its heading and its note too",
  (_, list, Page, heading, loaderData?: object) => {
    // An owner may have emptied it for good.
    expect(render(Page, loaderData).includes(heading)).toBe(list.length > 0);
    const html = withEmptied(list as readonly unknown[], () => render(Page, loaderData));
    expect(html.match(/<h2.*?<\/h2>/gs)?.join("")).not.toContain(heading);
    for (const [, id] of html.matchAll(/href="\/#([^"]+)"/g)) expect(html).toContain(`id="${id}"`);
  },
);

test("the pills of an industry link only to sections on the page", () => {
  const page = findIndustryPage(industry.slug);
  const html = withEmptied(page?.compliance ?? [], () => render(IndustryRoute, page));
  expect(html).not.toContain("Compliance");
});

test("what the site no longer offers is left out of a page that names it, or leads to the list", () => {
  const copy = getServicePage(`/${service.slug}`);
  const html = render(ServicePage, { ...copy, industries: ["no-longer-offered", industry.slug] });
  expect(html).not.toContain("no-longer-offered");
  expect(html).toContain('class="wrap related-grid related-1"');
  expect(render(ServicePage, { ...copy, industries: ["no-longer-offered"] })).not.toContain("Related industries");
  const page = findIndustryPage(industry.slug);
  const capabilities = page?.capabilities.map((one) => ({ ...one, service: "no-longer-offered" }));
  const led = render(IndustryRoute, { ...page, capabilities });
  expect(led).not.toContain("no-longer-offered");
  expect(led.split('href="/#services"').length - 1).toBe(capabilities?.length);
});

test("the note beside the quotes disappears with the last placeholder", () => {
  const [first] = testimonials;
  const former = testimonials.map(({ placeholder }) => placeholder);
  for (const quote of testimonials) quote.placeholder = false;
  expect(render(Home, home)).not.toContain(testimonialsNote);
  if (first) first.placeholder = true;
  expect(render(Home, home)).toContain(testimonialsNote);
  for (const [index, quote] of testimonials.entries()) quote.placeholder = former[index] ?? true;
});

test("counts in the text are the lengths of the lists", () => {
  expect([0, 1, 6, 12, 13].map(spellOut)).toEqual(["no", "one", "six", "twelve", "13"]);
  expect(render(Home, home)).toContain(`${spellOutCapitalized(services.length)} services, <br/>`);
  const page = findIndustryPage(industry.slug);
  const capabilities = page?.capabilities ?? [];
  for (const some of [capabilities, capabilities.slice(1)])
    expect(render(IndustryRoute, page && { ...page, capabilities: some })).toContain(
      `${spellOutCapitalized(some.length)} places to begin`,
    );
  expect(partners.list.title).toBe(`${spellOutCapitalized(partners.categories.length)} kinds of partner`);
  expect(careers.hiring.text).toContain(`${spellOutCapitalized(careers.hiring.steps.length)} steps, `);
  expect(JSON.stringify(whoWeAre)).toContain(`${spellOutCapitalized(services.length)} practices`);
});

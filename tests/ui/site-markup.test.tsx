import type { ComponentType, ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { home, type HomePage } from "#app/content/pages/home.ts";
import { testimonials } from "#app/content/testimonials.ts";
import type { Closing } from "#app/content/page-types.ts";
import { CallToAction } from "#app/site/call-to-action.tsx";
import { Footer } from "#app/site/footer/footer.tsx";
import { Header } from "#app/site/header/header.tsx";
import HomeRoute from "#app/site/home.tsx";
import { NotFound } from "#app/site/not-found-notice.tsx";
import { ErrorNotice } from "#app/ui/error-notice.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { industry, service } from "../listed.ts";

const HomeOf = HomeRoute as unknown as ComponentType<{ loaderData: HomePage }>;
const Home = () => <HomeOf loaderData={home} />;

function render(element: ReactElement): string {
  return renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
}

test("every picture has its size, so that nothing moves when it arrives", () => {
  const images = render(
    <>
      <Header />
      <Home />
    </>,
  ).match(/<img[^>]*>/g);
  expect(images?.length).toBeGreaterThan(30);
  for (const image of images ?? []) expect(image).toMatch(/width="\d+"[^>]*height="\d+"/);
});

test("every picture but the hero waits until it is near the window", () => {
  const eager = render(<Home />).match(/<img(?![^>]*loading="lazy")[^>]*>/g) ?? [];
  expect(eager).toHaveLength(1);
  expect(eager[0]).toContain('fetchPriority="high"');
});

test("element ids are unique", () => {
  const html = render(
    <>
      <Header />
      <Home />
      <Footer />
    </>,
  );
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a server-rendered carousel has all slides in a scrolling list, which needs no script", () => {
  const html = render(<Home />);
  expect(html.match(/aria-roledescription="carousel"/g)).toHaveLength(2);
  const label = (count: number) => Array.from({ length: count }, (_, index) => `aria-label="${index + 1} of ${count}"`);
  expect(html.match(/aria-label="\d+ of \d+"/g)).toEqual([...label(5), ...label(testimonials.length)]);
  expect(html.match(/class="carousel-viewport[^>]*tabindex="0"/gi)).toHaveLength(2);
  expect(html).not.toContain("data-live");
});

test("the call to action has its default title, and a description only when given one", () => {
  const plain = render(<CallToAction />);
  expect(plain).toContain("Smarter IT Management, Better Business Outcomes");
  expect(plain).not.toContain('class="lead"');
  expect(plain).toContain('href="/contact#contact-form"');
  expect(render(<CallToAction description="By Friday." />)).toContain("By Friday.");
});

test("the call to action passes a subject on", () => {
  expect(render(<CallToAction subject="Platforms" />)).toContain('href="/contact?subject=Platforms#contact-form"');
  expect(render(<CallToAction subject="General Inquiry" />)).toContain('href="/contact#contact-form"');
});

test("with a handler the call to action has a button in place of the link", () => {
  const html = render(<CallToAction onContact={vi.fn<() => void>()} />);
  expect(html).toContain('<button type="button"');
  expect(html).not.toContain("<a ");
});

test("a page whose copy has no title for its call to action shows the default one", () => {
  const closing: Closing = { description: "By Friday.", subject: "Platforms" };
  expect(render(<CallToAction {...closing} />)).toContain("Smarter IT Management, Better Business Outcomes");
  expect(render(<NotFound />)).toContain("Smarter IT Management, Better Business Outcomes");
});

test.each([
  ["/", null, null],
  [`/${service.slug}`, "Services", `/${service.slug} page`],
  ["/microsoft", "Services", "/microsoft page"],
  [`/${industry.slug}`, "Industries", `/${industry.slug} page`],
  [`/${industry.slug.toUpperCase()}/`, "Industries", `/${industry.slug} page`],
  ["/gcc", null, "/gcc page"],
  ["/leadership", "About Us", "/leadership page"],
  ["/insights", "About Us", "/insights page"],
  ["/thought-leadership", "About Us", "/insights page"],
  ["/insights/leaving-a-data-centre", "About Us", "/insights true"],
  ["/blog/leaving-a-data-centre", "About Us", "/insights true"],
  ["/careers/some-job", "About Us", "/careers true"],
  ["/partners", "About Us", "/partners page"],
  ["/contact", null, "/contact page"],
  ["/contact/sent", null, "/contact true"],
  ["/insights-of-others", null, null],
])("the header says where %s is: %s, %s", (path, menu, link) => {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <Header />
    </MemoryRouter>,
  );
  const buttons = [...html.matchAll(/<button[^>]*class="nav-item" aria-current="true"[^>]*>([^<]+)/g)];
  expect(buttons.map(([, name]) => name)).toEqual(menu ? [menu] : []);
  const groups = [...html.matchAll(/<summary[^>]*aria-current="true"[^>]*>([^<]+)/g)];
  expect(groups.map(([, name]) => name)).toEqual(menu ? [menu] : []);
  const links = [...html.matchAll(/<a[^>]*aria-current[^>]*>/g)].map(
    ([tag]) => `${/href="([^"]*)"/.exec(tag)?.[1]} ${/aria-current="(\w+)"/.exec(tag)?.[1]}`,
  );
  // Once in the bar, once in the sheet of narrow screens.
  expect(links).toEqual(link ? [link, link] : []);
  const open = [...html.matchAll(/<details[^>]* open=""[^>]*><summary[^>]*>([^<]+)/g)].map(([, name]) => name);
  expect(open).toEqual([menu ?? "Services"]);
});

test("menu buttons name the panels they open, all closed", () => {
  const html = render(<Header />);
  const panels = [...html.matchAll(/aria-expanded="false" aria-controls="([^"]+)"/g)].map(([, id]) => id);
  expect(panels).toEqual(["menu-services", "menu-industries", "menu-about"]);
  for (const id of panels) expect(html).toContain(`id="${id}"`);
});

test("the error screen has the specification's words", () => {
  const router = createMemoryRouter([{ path: "/", element: <ErrorNotice /> }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(html).toContain("Something went wrong");
  expect(html).toContain(
    "We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.",
  );
  expect([...html.matchAll(/<button[^>]*>([^<]+)/g)].map(([, label]) => label)).toEqual(["Try Again", "Refresh Page"]);
});

test("a spinner with a label is an image with that name, and without one it is decorative", () => {
  expect(renderToStaticMarkup(<StarSpinner label="Loading" />)).toContain('role="img" aria-label="Loading"');
  expect(renderToStaticMarkup(<StarSpinner />)).toContain('aria-hidden="true"');
});

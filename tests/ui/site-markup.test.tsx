import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { CallToAction } from "#app/site/call-to-action.tsx";
import { Footer } from "#app/site/footer/footer.tsx";
import { Header } from "#app/site/header/header.tsx";
import Home from "#app/site/home.tsx";
import { ErrorNotice } from "#app/ui/error-notice.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";

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

test("what a server-rendered carousel shows needs no script: all slides in a list that scrolls", () => {
  const html = render(<Home />);
  expect(html.match(/aria-roledescription="carousel"/g)).toHaveLength(2);
  expect(html.match(/aria-label="\d of 5"/g)).toHaveLength(5);
  expect(html.match(/aria-label="\d of 4"/g)).toHaveLength(4);
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

test("a handler of one's own takes the place of the link", () => {
  const html = render(<CallToAction onContact={vi.fn<() => void>()} />);
  expect(html).toContain('<button type="button"');
  expect(html).not.toContain("<a ");
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

test("a spinner with a label is an image of that name, without one it is decoration", () => {
  expect(renderToStaticMarkup(<StarSpinner label="Loading" />)).toContain('role="img" aria-label="Loading"');
  expect(renderToStaticMarkup(<StarSpinner />)).toContain('aria-hidden="true"');
});

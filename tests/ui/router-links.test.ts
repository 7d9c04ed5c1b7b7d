import { expect, test } from "vitest";
import { isPage } from "#app/site/insights/use-router-links.ts";

test.each(["/", "/gcc", "/insights/category/cloud", "/insights/cost-1.5-times"])(
  "the router follows %s",
  (pathname) => {
    expect(isPage(pathname)).toBe(true);
  },
);

test.each(["/media/demo/x.svg", "/insights/rss.xml", "/insights/feed.json", "/site.webmanifest", "/api/health"])(
  "the browser itself opens %s",
  (pathname) => {
    expect(isPage(pathname)).toBe(false);
  },
);

import { expect, test } from "vitest";
import { getServicePage } from "#app/content/service-pages.server.ts";
import { servicePaths, services } from "#app/content/services.ts";
import { listTicks } from "#app/site/services/scale.ts";

const pages = servicePaths.map((path) => getServicePage(`/${path}`));

test("every path of the service template has its copy, with the name in the list", () => {
  expect(pages.map(({ slug }) => slug)).toEqual(servicePaths);
  expect(pages.slice(0, services.length).map(({ name }) => name)).toEqual(services.map(({ name }) => name));
});

test("every page has the parts its template draws: five steps, a line of points, two to four industries", () => {
  for (const { slug, steps, example, industries: related, offers, questions } of pages) {
    expect(steps, slug).toHaveLength(5);
    expect(example.figures, slug).toHaveLength(3);
    expect(example.series.points.length, slug).toBeGreaterThan(2);
    expect(related.length, slug).toBeGreaterThanOrEqual(2);
    expect(related.length, slug).toBeLessThanOrEqual(4);
    expect(offers.length, slug).toBeGreaterThanOrEqual(5);
    expect(questions.length, slug).toBeGreaterThan(0);
  }
});

test("titles and descriptions are of the length that search results show", () => {
  for (const { slug, meta } of pages) {
    expect(meta.title.length, `${slug}: ${meta.title}`).toBeGreaterThanOrEqual(30);
    expect(meta.title.length, `${slug}: ${meta.title}`).toBeLessThanOrEqual(60);
    expect(meta.description.length, slug).toBeGreaterThanOrEqual(110);
    expect(meta.description.length, slug).toBeLessThanOrEqual(160);
  }
});

test("an axis begins at zero, ends at or above its largest value and has round marks", () => {
  expect(listTicks(9)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(listTicks(118)).toEqual([0, 25, 50, 75, 100, 125]);
  expect(listTicks(412)).toEqual([0, 100, 200, 300, 400, 500]);
  for (let max = 1; max < 3000; max += 7) {
    const ticks = listTicks(max);
    expect(ticks.length, String(max)).toBeLessThanOrEqual(6);
    expect(ticks.at(-1), String(max)).toBeGreaterThanOrEqual(max);
    expect(ticks.at(-2), String(max)).toBeLessThan(max);
  }
});

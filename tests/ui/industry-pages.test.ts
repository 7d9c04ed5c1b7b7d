import { expect, test } from "vitest";
import { industries, industryCards } from "#app/content/industries.ts";
import type { Architecture } from "#app/content/page-types.ts";
import { findIndustryPage } from "#app/content/industry-pages.server.ts";
import { layOutArchitecture } from "#app/site/industries/lay-out-architecture.ts";
import { layOutUpright } from "#app/site/industries/lay-out-upright.ts";

const pages = industries.map(({ slug }) => findIndustryPage(slug));
const architectures = pages.flatMap((page) => (page ? [page.architecture] : []));

const small: Architecture = {
  title: "Small",
  summary: "A sends to B, B sends to C.",
  columns: ["one", "two", "three"].map((name, index) => ({
    name,
    blocks: [{ id: "abc".charAt(index), name: "A block", note: "A note" }],
  })),
  flows: [
    { from: "a", to: "b", name: "First" },
    { from: "b", to: "c", name: "Second" },
  ],
};

test("every industry in the list has its copy, and no other slug has", () => {
  expect(pages.map((page) => page?.slug)).toEqual(industries.map(({ slug }) => slug));
  expect(findIndustryPage("no-such-industry")).toBeUndefined();
});

test("the capabilities are the services of the industry's card, in its order", () => {
  for (const { slug, services: bullets } of industryCards) {
    const names = findIndustryPage(slug)?.capabilities.map(({ title }) => title.split(": ")[0]);
    expect(names, slug).toEqual([...bullets]);
  }
});

test.each([
  ["wide", layOutArchitecture],
  ["upright", layOutUpright],
])("the %s drawing holds every block and every flow of its architecture", (_, layOut) => {
  for (const architecture of architectures) {
    const drawn = layOut(architecture);
    expect(drawn.blocks.map(({ id }) => id)).toEqual(
      architecture.columns.flatMap(({ blocks }) => blocks.map(({ id }) => id)),
    );
    expect(drawn.flows).toHaveLength(architecture.flows.length);
  }
});

test("blocks neither overlap nor leave the drawing", () => {
  for (const architecture of architectures) {
    const { blocks, width, height } = layOutArchitecture(architecture);
    for (const block of blocks) {
      expect(block.x).toBeGreaterThanOrEqual(0);
      expect(block.x + block.width).toBeLessThanOrEqual(width);
      expect(block.y + block.height).toBeLessThanOrEqual(height);
      const below = blocks.filter((other) => other.x === block.x && other.y > block.y);
      for (const other of below) expect(other.y).toBeGreaterThan(block.y + block.height);
    }
  }
});

test("each flow begins at its source and ends at its target", () => {
  for (const architecture of architectures) {
    const { blocks, flows } = layOutArchitecture(architecture);
    const meets = (x: number, y: number, side: "left" | "right") =>
      blocks.find(
        (block) =>
          (side === "left" ? block.x : block.x + block.width) === x && y > block.y && y < block.y + block.height,
      )?.id;
    const drawn = flows.map(({ path, arrow }) => {
      const [, x, y] = /^M([\d.]+) ([\d.]+)/.exec(path) ?? [];
      return `${meets(Number(x), Number(y), "right")} to ${meets(arrow.x + 8, arrow.y, "left")}`;
    });
    expect(drawn.toSorted()).toEqual(architecture.flows.map(({ from, to }) => `${from} to ${to}`).toSorted());
  }
});

test("labels of flows between the same columns do not overlap", () => {
  for (const architecture of architectures) {
    const labels = layOutArchitecture(architecture).flows.map(({ label }) => label);
    for (const label of labels) {
      const bottom = label.y + (label.lines.length - 1) * 16;
      const lower = labels.filter((other) => other.x === label.x && other.y > label.y);
      for (const other of lower) expect(other.y - 12, `${label.lines} / ${other.lines}`).toBeGreaterThanOrEqual(bottom);
    }
  }
});

test("in the narrow drawing blocks are side by side within the width, and flows run down from source to target", () => {
  for (const architecture of architectures) {
    const { blocks, flows, width } = layOutUpright(architecture);
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1];
      expect(block.x + block.width, block.id).toBeLessThanOrEqual(width + 1);
      if (next && next.y === block.y) expect(next.x, next.id).toBeGreaterThanOrEqual(block.x + block.width);
      else if (next) expect(next.y, next.id).toBeGreaterThan(block.y + block.height);
    }
    const meets = (x: number, y: number) => blocks.find((one) => one.y === y && x > one.x && x < one.x + one.width)?.id;
    const drawn = flows.map(({ path, arrow }) => {
      const [, x, y] = /^M([\d.]+) ([\d.]+)/.exec(path) ?? [];
      const source = blocks.find(
        (one) => one.y + one.height === Number(y) && Number(x) > one.x && Number(x) < one.x + one.width,
      );
      return `${source?.id} to ${meets(arrow.x, arrow.y + 6)}`;
    });
    expect(drawn.toSorted()).toEqual(architecture.flows.map(({ from, to }) => `${from} to ${to}`).toSorted());
  }
});

test("in the narrow drawing neither labels nor arrows overlap", () => {
  for (const architecture of architectures) {
    const { flows, width } = layOutUpright(architecture);
    for (const { label, arrow } of flows) {
      const right = label.x + Math.max(...label.lines.map(({ length }) => length)) * 6.9;
      expect(right, label.lines.join(" ")).toBeLessThanOrEqual(width + 4);
      for (const other of flows) {
        if (other.label.y === label.y && other.label.x > label.x) expect(other.label.x).toBeGreaterThanOrEqual(right);
        if (other.arrow.y === arrow.y && other.arrow.x > arrow.x)
          expect(other.arrow.x - arrow.x).toBeGreaterThanOrEqual(18);
      }
    }
  }
});

test("blocks at the same height are joined by a straight line", () => {
  expect(layOutArchitecture(small).flows.every(({ path }) => !path.includes("V"))).toBe(true);
});

test("a flow that skips a column or names no block is refused", () => {
  const skipping = { ...small, flows: [{ from: "a", to: "c", name: "Past" }] };
  expect(() => layOutArchitecture(skipping)).toThrow(RangeError);
  expect(() => layOutUpright(skipping)).toThrow(RangeError);
  const lost = { ...small, flows: [{ from: "a", to: "x", name: "Nowhere" }] };
  expect(() => layOutArchitecture(lost)).toThrow(RangeError);
  expect(() => layOutUpright(lost)).toThrow(RangeError);
  const homeless = { ...small, flows: [{ from: "x", to: "a", name: "From nowhere" }] };
  expect(() => layOutArchitecture(homeless)).toThrow(RangeError);
  expect(() => layOutUpright(homeless)).toThrow(RangeError);
});

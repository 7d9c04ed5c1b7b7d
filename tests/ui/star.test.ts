import { expect, test } from "vitest";
import { logoPaths, starPaths } from "#app/ui/star.ts";

/** In a square of 120 units; the star's point lies a little low, so that the whole looks centred. */
const edge = 30;
const point = { x: 60, y: 62 };

function readUnit(degrees: number) {
  const radians = (degrees * Math.PI) / 180;
  return { x: Math.cos(radians), y: Math.sin(radians) };
}

/**
 * Rhomb `k` of the mark: corners 0, v(k), v(k) + v(k + 1), v(k + 1), with v(k) at -126 + 72k degrees, shrunk to 94 %
 * about its centre and pushed out along its axis by `push` edges.
 */
function drawRhomb(k: number, push: number): string {
  const first = readUnit(-126 + 72 * k);
  const second = readUnit(-126 + 72 * (k + 1));
  const tip = { x: first.x + second.x, y: first.y + second.y };
  const axis = readUnit(-90 + 72 * k);
  const corners = [{ x: 0, y: 0 }, first, tip, second].map((corner) =>
    (["x", "y"] as const)
      .map((along) => tip[along] / 2 + (corner[along] - tip[along] / 2) * 0.94 + axis[along] * push)
      .map((place, index) => (place * edge + (index === 0 ? point.x : point.y)).toFixed(1))
      .join(" "),
  );
  return `M${corners.join("L")}z`;
}

test("the star is five rhombs around a point, each pushed out by 4 % of its edge", () => {
  expect(starPaths).toEqual([0, 1, 2, 3, 4].map((k) => drawRhomb(k, 0.04)));
});

test("the logo is the star with its upper right rhomb pushed out by 38 %", () => {
  expect(logoPaths).toEqual([0, 1, 2, 3, 4].map((k) => drawRhomb(k, k === 1 ? 0.38 : 0.04)));
});

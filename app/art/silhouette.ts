import { computeControls } from "./bodies.ts";
import type { Body } from "./bodies.ts";
import type { Point } from "./geometry.ts";
import { computeSplit } from "./relief.ts";

/** Turns scene pixels into the whole numbers of the file. */
export interface Grid {
  /** Whole units per scene pixel. */
  readonly scale: number;
}

function snap(grid: Grid, value: number): number {
  return Math.round(value * grid.scale);
}

function writePoint(grid: Grid, { x, y }: Point): string {
  const down = snap(grid, y);
  return `${snap(grid, x)}${down < 0 ? "" : " "}${down}`;
}

function writeStroke(path: string, width: number, colour: string): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function writeCurve(grid: Grid, knots: readonly Point[]): string {
  let path = `M${writePoint(grid, knots[0] as Point)}`;
  for (let index = 0; index + 1 < knots.length; index += 1) {
    const [first, second] = computeControls(knots, index);
    path += `C${writePoint(grid, first)} ${writePoint(grid, second)} ${writePoint(grid, knots[index + 1] as Point)}`;
  }
  return path;
}

/** Half a stadium, or a whole tapered one: two sides and a round cap at each end that has one. */
function writeTaper(
  grid: Grid,
  from: Point,
  to: Point,
  start: number,
  end: number,
  caps: readonly [boolean, boolean],
): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const across = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const corners = [
    { x: from.x - across.x * start, y: from.y - across.y * start },
    { x: to.x - across.x * end, y: to.y - across.y * end },
    { x: to.x + across.x * end, y: to.y + across.y * end },
    { x: from.x + across.x * start, y: from.y + across.y * start },
  ].map((corner) => writePoint(grid, corner));
  const far = snap(grid, end);
  const near = snap(grid, start);
  const first = caps[1] ? `A${far} ${far} 0 0 1 ${corners[2]}` : `L${corners[2]}`;
  const last = caps[0] ? `A${near} ${near} 0 0 1 ${corners[0]}z` : "z";
  return `M${corners[0]}L${corners[1]}${first}L${corners[3]}${last}`;
}

/** Writes one half of a two-tone rod as a plain shape, `grow` pixels larger on its outside. */
export function writeHalf(grid: Grid, body: Body, second: boolean, grow: number, colour: string): string {
  const split = computeSplit(body);
  if (!split || body.axis.kind !== "rod") return "";
  const radius = body.radius + grow;
  const [from, to] = second ? [split.origin, body.axis.to] : [body.axis.from, split.origin];
  return `<path fill="${colour}" d="${writeTaper(grid, from, to, radius, radius, [!second, second])}"/>`;
}

/** Writes a body's silhouette as a plain SVG shape, `grow` pixels larger (or smaller, when negative). */
export function writeSilhouette(grid: Grid, { axis, radius }: Body, grow: number, colour: string): string {
  const own = radius + grow;
  const width = Math.round(own * 2 * grid.scale);
  switch (axis.kind) {
    case "ball":
      return `<circle cx="${snap(grid, axis.at.x)}" cy="${snap(grid, axis.at.y)}" r="${snap(grid, own)}" fill="${colour}"/>`;
    case "ring":
      return `<circle cx="${snap(grid, axis.at.x)}" cy="${snap(grid, axis.at.y)}" r="${snap(grid, axis.reach)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
    case "rod":
      return writeStroke(`M${writePoint(grid, axis.from)}L${writePoint(grid, axis.to)}`, width, colour);
    case "cone":
      return `<path fill="${colour}" d="${writeTaper(grid, axis.from, axis.to, own, radius * axis.taper + grow, [true, true])}"/>`;
    case "arc": {
      const places = [axis.start, axis.start + axis.sweep].map((angle) =>
        writePoint(grid, { x: axis.at.x + Math.cos(angle) * axis.reach, y: axis.at.y + Math.sin(angle) * axis.reach }),
      );
      const reach = snap(grid, axis.reach);
      return writeStroke(
        `M${places[0]}A${reach} ${reach} 0 ${axis.sweep > Math.PI ? 1 : 0} 1 ${places[1]}`,
        width,
        colour,
      );
    }
    case "path":
      return writeStroke(writeCurve(grid, axis.knots), width, colour);
    case "box": {
      const size = [axis.half.x, axis.half.y].map((half) => Math.round((half + own) * 2 * grid.scale));
      const corner = { x: axis.at.x - axis.half.x - own, y: axis.at.y - axis.half.y - own };
      return `<rect x="${snap(grid, corner.x)}" y="${snap(grid, corner.y)}" width="${size[0]}" height="${size[1]}" rx="${snap(grid, own)}" fill="${colour}"/>`;
    }
  }
}

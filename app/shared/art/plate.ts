// The art lives in app/shared because two sides draw it: the build, and the staff editor, which makes covers on demand.
import type { Body } from "./bodies.ts";
import { lighten, quantiseColour, resolveColour, sampleRamp, toHex } from "./colour.ts";
import type { Lch } from "./colour.ts";
import { cutFacets, move, omitTile } from "./facets.ts";
import type { Facet } from "./facets.ts";
import { containsPoint, findCentre, touchesBox } from "./geometry.ts";
import type { Point } from "./geometry.ts";
import { areApart, boundBody } from "./reach.ts";
import { findGrout, findRamp, holdsPlace, measureShade, studioLight } from "./relief.ts";
import type { Scene } from "./scene.ts";
import { writeHalf, writeSilhouette } from "./silhouette.ts";
import { openStudio } from "./studio.ts";
import type { Studio } from "./studio.ts";
import { addTile, writeBatch, writeFile, writeGround, writePath } from "./svg.ts";
import type { Batch } from "./svg.ts";
import { findRelief, tilePlane } from "./tiling.ts";

/** Width of the line in the ground's colour around bodies, in pixels. */
const keylineWidth = 2.5;
/** Bodies darken one another closer by than they darken the field. */
const bodyShadow = 0.7;

function isHidden(polygon: readonly Point[], covers: readonly Body[], depth: (body: Body) => number): boolean {
  return covers.some((body) => !body.over && polygon.every((corner) => holdsPlace(body, corner, depth(body))));
}

/** On dark colours a full shadow would turn black and swallow the tiles. */
function darken(colour: Lch, relief: number, amount: number): Lch {
  return quantiseColour(lighten(colour, relief - amount * Math.min(1, colour[0] / 0.4)));
}

/** Next to a keyline, half a tile would look broken; under a bare rim, a missing tile would. */
function isUnderBody(bodies: readonly Body[], centre: Point, polygon: readonly Point[]): boolean {
  return bodies.some((body) =>
    body.bare ? polygon.every((corner) => holdsPlace(body, corner, 0.9)) : holdsPlace(body, centre, 0),
  );
}

function drawField(studio: Studio): string {
  const { field, view, bodies, cast } = studio;
  if (!field) return "";
  const edge = field.edge ?? 20;
  const batch: Batch = new Map();
  const tiles = tilePlane({
    centre: field.centre ?? { x: 320, y: 240 },
    edge,
    rotation: studio.rotation ?? 0,
    pattern: field.pattern ?? "free",
    seed: studio.seed,
    view,
  });
  for (const { corners, centre, orientation } of tiles) {
    const size = Math.min(1, field.size(centre));
    if (size < (field.minimum ?? 0.2)) continue;
    const polygon = corners.map((corner) => ({
      x: centre.x + (corner.x - centre.x) * size,
      y: centre.y + (corner.y - centre.y) * size,
    }));
    if (!touchesBox(polygon, view) || isUnderBody(bodies, centre, polygon)) continue;
    const from = { x: centre.x - cast.x, y: centre.y - cast.y };
    const dark = bodies.some((body) => holdsPlace(body, from, 0)) ? (field.shadow ?? cast.amount) : 0;
    addTile(batch, darken(field.colour(centre), findRelief(orientation), dark), polygon, studio.scale);
  }
  return writeBatch(batch);
}

function paintFacets(studio: Studio, index: number, facets: readonly Facet[], batch: Batch): void {
  const body = studio.bodies[index] as Body;
  const above = studio.bodies.slice(index + 1).filter((other) => !other.union || other.union !== body.union);
  const light = studio.light ?? studioLight;
  const repeats = studio.bodies.flatMap(({ over }) => (over?.index === index ? [over] : []));
  for (const { tile, whole, painted, second } of facets) {
    if (!body.over && repeats.some((over) => over.covers(findCentre(whole)))) continue;
    // A tile under a keyline would only leave a sliver of itself in sight.
    if (
      isHidden(painted, studio.bodies.slice(index + 1), (cover) => (studio.line && above.includes(cover) ? -1.5 : 0.9))
    )
      continue;
    const centre = findCentre(painted);
    const from = move(centre, { x: studio.cast.x, y: studio.cast.y }, -bodyShadow);
    const dark = above.some((other) => holdsPlace(other, from, 0)) ? studio.cast.amount : 0;
    const colour = sampleRamp(findRamp(body, second), measureShade(body, tile.centre, light));
    addTile(batch, darken(colour, findRelief(tile.orientation) * 1.15, dark), painted, studio.scale);
  }
}

/** Bodies that touch nobody else of their run share paths, which saves a third of the bytes of a gear. */
function groupLayers(studio: Studio): number[][] {
  const layers: number[][] = [];
  studio.bodies.forEach(function place(body, index) {
    const layer = layers.at(-1);
    const joins = layer?.every(function isFree(other) {
      const earlier = studio.bodies[other] as Body;
      return (
        !body.over &&
        earlier.group === body.group &&
        areApart(earlier, body, keylineWidth * 2) &&
        areApart(body, earlier, keylineWidth * 2)
      );
    });
    if (layer && joins) layer.push(index);
    else layers.push([index]);
  });
  return layers;
}

function drawLayer(studio: Studio, layer: readonly number[], lined: Set<string>): string {
  let under = "";
  let keylines = "";
  const batch: Batch = new Map();
  for (const index of layer) {
    const body = studio.bodies[index] as Body;
    let facets = cutFacets(studio, index);
    if (facets.length === 0) continue;
    if (studio.line && !body.over && !body.bare && !(body.union && lined.has(body.union))) {
      const family = body.union ? studio.bodies.filter((other) => other.union === body.union) : [body];
      keylines += family.map((member) => writeSilhouette(studio, member, keylineWidth, studio.line as string)).join("");
      if (body.union) lined.add(body.union);
    }
    if (body.over) {
      const seams = facets.map(({ whole }) =>
        whole.map(({ x, y }) => ({ x: Math.round(x * studio.scale), y: Math.round(y * studio.scale) })),
      );
      const grout = toHex(findGrout(body));
      under += `<path fill="${grout}" stroke="${grout}" d="${writePath(seams)}"/>`;
    } else {
      under += body.split
        ? [false, true].map((second) => writeHalf(studio, body, second, -0.4, toHex(findGrout(body, second)))).join("")
        : writeSilhouette(studio, body, -0.4, toHex(findGrout(body)));
    }
    if (studio.missing && index === studio.bodies.length - 1 && containsPoint(boundBody(body), studio.missing)) {
      facets = omitTile(facets, studio.missing);
    }
    paintFacets(studio, index, facets, batch);
  }
  return keylines + under + writeBatch(batch);
}

/**
 * Draws a scene as an SVG file: the ground, the field, then the bodies in their order.
 * Pure and repeatable: the same scene gives the same text, byte for byte.
 */
export function plate(scene: Scene): string {
  const studio = openStudio(scene);
  const parts: string[] = [];
  if (scene.style) parts.push(`<style>${scene.style}</style>`);
  if (scene.ground) parts.push(writeGround(scene.view, toHex(resolveColour(scene.ground)), studio.scale));
  const field = drawField(studio);
  if (field) parts.push(scene.style ? `<g class="field">${field}</g>` : field);
  const lined = new Set<string>();
  let open: string | undefined;
  for (const layer of groupLayers(studio)) {
    const group = studio.bodies[layer[0] ?? 0]?.group;
    if (group !== open) parts.push(open ? "</g>" : "", group ? `<g class="${group}">` : "");
    open = group;
    parts.push(drawLayer(studio, layer, lined));
  }
  if (open) parts.push("</g>");
  return writeFile(scene.view, scene.size ?? scene.view, studio.scale, parts);
}

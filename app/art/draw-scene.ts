import type { Body } from "./bodies.ts";
import { lighten, quantiseColour, resolveColour, sampleRamp, toHex } from "./colour.ts";
import type { Lch } from "./colour.ts";
import { completeScene } from "./complete-scene.ts";
import type { CompleteScene } from "./complete-scene.ts";
import { cutFacets, move, omitTile } from "./facets.ts";
import type { Facet } from "./facets.ts";
import { containsPoint, computeCentre, touchesBox } from "./geometry.ts";
import type { Point } from "./geometry.ts";
import { areApart, boundBody } from "./spine.ts";
import { resolveGrout, resolveRamp, holdsPlace, measureShade, defaultLight } from "./relief.ts";
import type { Scene } from "./scene.ts";
import { writeHalf, writeSilhouette } from "./silhouette.ts";
import { addTile, writeBatch, writeFile, writeGround, writePath } from "./svg.ts";
import type { Batch } from "./svg.ts";
import { readRelief, tilePlane } from "./tiling.ts";

/** Width of the line in the ground's colour around bodies, in pixels. */
const keylineWidth = 2.5;
/** Length of the shadows that fall on bodies, relative to those that fall on the field. */
const bodyShadow = 0.7;

function isHidden(polygon: readonly Point[], covers: readonly Body[], depth: (body: Body) => number): boolean {
  return covers.some((body) => !body.over && polygon.every((corner) => holdsPlace(body, corner, depth(body))));
}

/** Applies relief and shadow to a tile's colour. The shadow is weaker on dark colours, which would turn black. */
function darken(colour: Lch, relief: number, amount: number): Lch {
  return quantiseColour(lighten(colour, relief - amount * Math.min(1, colour[0] / 0.4)));
}

/**
 * True for a tile of the field that bodies hide. A body with a keyline hides every tile whose centre it covers: beside
 * the line, half a tile would look broken. A bare body hides only the tiles that it covers whole: at its rim, a missing
 * tile would look broken.
 */
function isUnderBody(bodies: readonly Body[], centre: Point, polygon: readonly Point[]): boolean {
  return bodies.some((body) =>
    body.bare ? polygon.every((corner) => holdsPlace(body, corner, 0.9)) : holdsPlace(body, centre, 0),
  );
}

function drawField(scene: CompleteScene): string {
  const { field, view, bodies, shadow } = scene;
  if (!field) return "";
  const edge = field.edge ?? 20;
  const batch: Batch = new Map();
  const tiles = tilePlane({
    centre: field.centre ?? { x: 320, y: 240 },
    edge,
    rotation: scene.rotation ?? 0,
    pattern: field.pattern ?? "free",
    seed: scene.seed,
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
    const from = { x: centre.x - shadow.x, y: centre.y - shadow.y };
    const dark = bodies.some((body) => holdsPlace(body, from, 0)) ? (field.shadow ?? shadow.amount) : 0;
    addTile(batch, darken(field.colour(centre), readRelief(orientation), dark), polygon, scene.scale);
  }
  return writeBatch(batch);
}

function paintFacets(scene: CompleteScene, index: number, facets: readonly Facet[], batch: Batch): void {
  const body = scene.bodies[index] as Body;
  const above = scene.bodies.slice(index + 1).filter((other) => !other.union || other.union !== body.union);
  const light = scene.light ?? defaultLight;
  const repeats = scene.bodies.flatMap(({ over }) => (over?.index === index ? [over] : []));
  for (const { tile, whole, painted, second } of facets) {
    if (!body.over && repeats.some((over) => over.covers(computeCentre(whole)))) continue;
    // Of a tile under a keyline only a thin strip would be visible.
    if (
      isHidden(painted, scene.bodies.slice(index + 1), (cover) => (scene.keyline && above.includes(cover) ? -1.5 : 0.9))
    )
      continue;
    const centre = computeCentre(painted);
    const from = move(centre, { x: scene.shadow.x, y: scene.shadow.y }, -bodyShadow);
    const dark = above.some((other) => holdsPlace(other, from, 0)) ? scene.shadow.amount : 0;
    const colour = sampleRamp(resolveRamp(body, second), measureShade(body, tile.centre, light));
    addTile(batch, darken(colour, readRelief(tile.orientation) * 1.15, dark), painted, scene.scale);
  }
}

/**
 * Groups bodies (by index) into layers that share paths: successive bodies that do not touch one another. This saves a
 * third of the bytes of a gear.
 */
function groupLayers(scene: CompleteScene): number[][] {
  const layers: number[][] = [];
  scene.bodies.forEach(function place(body, index) {
    const layer = layers.at(-1);
    const joins = layer?.every(function isFree(other) {
      const earlier = scene.bodies[other] as Body;
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

function drawLayer(scene: CompleteScene, layer: readonly number[], lined: Set<string>): string {
  let under = "";
  let keylines = "";
  const batch: Batch = new Map();
  for (const index of layer) {
    const body = scene.bodies[index] as Body;
    let facets = cutFacets(scene, index);
    if (facets.length === 0) continue;
    if (scene.keyline && !body.over && !body.bare && !(body.union && lined.has(body.union))) {
      const family = body.union ? scene.bodies.filter((other) => other.union === body.union) : [body];
      keylines += family
        .map((member) => writeSilhouette(scene, member, keylineWidth, scene.keyline as string))
        .join("");
      if (body.union) lined.add(body.union);
    }
    if (body.over) {
      const seams = facets.map(({ whole }) =>
        whole.map(({ x, y }) => ({ x: Math.round(x * scene.scale), y: Math.round(y * scene.scale) })),
      );
      const grout = toHex(resolveGrout(body));
      under += `<path fill="${grout}" stroke="${grout}" d="${writePath(seams)}"/>`;
    } else {
      under += body.split
        ? [false, true]
            .map((second) => writeHalf(scene, body, second, -0.4, toHex(resolveGrout(body, second))))
            .join("")
        : writeSilhouette(scene, body, -0.4, toHex(resolveGrout(body)));
    }
    if (scene.missing && index === scene.bodies.length - 1 && containsPoint(boundBody(body), scene.missing)) {
      facets = omitTile(facets, scene.missing);
    }
    paintFacets(scene, index, facets, batch);
  }
  return keylines + under + writeBatch(batch);
}

/**
 * Draws a scene as an SVG file: the ground, the field, then the bodies in their order. Pure and repeatable: the same
 * scene gives the same text, byte for byte.
 */
export function drawScene(picture: Scene): string {
  const scene = completeScene(picture);
  const parts: string[] = [];
  if (scene.style) parts.push(`<style>${scene.style}</style>`);
  if (scene.ground) parts.push(writeGround(scene.view, toHex(resolveColour(scene.ground)), scene.scale));
  const field = drawField(scene);
  if (field) parts.push(scene.style ? `<g class="field">${field}</g>` : field);
  const lined = new Set<string>();
  let open: string | undefined;
  for (const layer of groupLayers(scene)) {
    const group = scene.bodies[layer[0] ?? 0]?.group;
    if (group !== open) parts.push(open ? "</g>" : "", group ? `<g class="${group}">` : "");
    open = group;
    parts.push(drawLayer(scene, layer, lined));
  }
  if (open) parts.push("</g>");
  return writeFile(scene.view, scene.size ?? scene.view, scene.scale, parts);
}

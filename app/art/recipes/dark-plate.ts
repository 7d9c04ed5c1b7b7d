import type { Body } from "../bodies.ts";
import { darkenField } from "../field.ts";
import type { Scene } from "../scene.ts";

/** The same picture on the darkest ground, for pages in the dark theme; what could not be seen there becomes blue. */
export function darkenPlate(scene: Scene): Scene {
  return {
    ...scene,
    ground: "abyss",
    ...(scene.field && { field: darkenField(scene.field) }),
    bodies: scene.bodies.map(lightenBody),
  };
}

function lightenBody(body: Body): Body {
  return body.ramp === "petrol" ? { ...body, ramp: "azure" } : body;
}

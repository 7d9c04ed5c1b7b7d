import { resolveColour, toHex } from "./colour.ts";
import type { Colour } from "./colour.ts";
import type { Scene } from "./scene.ts";

/** A scene with every choice made. */
export interface Studio extends Scene {
  readonly scale: number;
  /** Width of the grout in pixels. */
  readonly gap: number;
  /** Colour of the keylines, if any. */
  readonly line: string | null;
  /** Where shadows fall and how dark they are. */
  readonly cast: { readonly x: number; readonly y: number; readonly amount: number };
}

function isHex(colour: Colour | `#${string}`): colour is `#${string}` {
  return typeof colour === "string" && colour.startsWith("#");
}

/** Fills in what a scene leaves out. */
export function openStudio(scene: Scene): Studio {
  const line = scene.keyline === undefined ? scene.ground : scene.keyline;
  return {
    ...scene,
    scale: scene.scale ?? 1.5,
    gap: scene.grout ?? 1.25,
    line: line === null || isHex(line) ? line : toHex(resolveColour(line)),
    cast: scene.shadow ?? { x: 14, y: 18, amount: 0.1 },
  };
}

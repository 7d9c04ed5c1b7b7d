import { resolveColour, toHex } from "./colour.ts";
import type { Colour } from "./colour.ts";
import type { Scene } from "./scene.ts";

/** A scene in which every choice that has a default is made. */
export interface CompleteScene extends Omit<Scene, "keyline"> {
  readonly scale: number;
  readonly grout: number;
  /** Colour of the keylines as "#rrggbb"; null when there are none. */
  readonly keyline: string | null;
  readonly shadow: NonNullable<Scene["shadow"]>;
}

function isHex(colour: Colour | `#${string}`): colour is `#${string}` {
  return typeof colour === "string" && colour.startsWith("#");
}

/** Fills in what a scene leaves out. */
export function completeScene(scene: Scene): CompleteScene {
  const keyline = scene.keyline === undefined ? scene.ground : scene.keyline;
  return {
    ...scene,
    scale: scene.scale ?? 1.5,
    grout: scene.grout ?? 1.25,
    keyline: keyline === null || isHex(keyline) ? keyline : toHex(resolveColour(keyline)),
    shadow: scene.shadow ?? { x: 14, y: 18, amount: 0.1 },
  };
}

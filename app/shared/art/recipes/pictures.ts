import type { Box } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { coverWave, missingPlate } from "./covers.ts";
import { e5Scene } from "./e5.ts";
import { namePicture } from "./helpers.ts";
import type { Picture } from "./helpers.ts";
import { heroMobileScene, heroScene, horizon, horizonMobile } from "./hero.ts";
import * as industries from "./industries.ts";
import { pillarScenes } from "./pillars.ts";
import { portraitScene } from "./portraits.ts";
import * as services from "./services.ts";
import { tokenNames, tokenScene } from "./tokens.ts";

function crop(scene: Scene, x: number, y: number, width: number, height: number): Scene {
  const view: Box = { x, y, width, height };
  return { ...scene, view };
}

const plates: readonly (readonly [slug: string, scene: Scene])[] = [
  ["healthcare", industries.healthcare],
  ["manufacturing", industries.manufacturing],
  ["finserv", industries.finserv],
  ["renewable-energy", industries.renewableEnergy],
  ["pharmaceutical", industries.pharmaceutical],
  ["technology", industries.technology],
  ["artificial-intelligence", services.artificialIntelligence],
  ["data-analytics", services.dataAnalytics],
  ["cloud-engineering", services.cloudEngineering],
  ["application-lifecycle", services.applicationLifecycle],
  ["platforms", services.platforms],
  ["infrastructure-security", services.infrastructureSecurity],
  ["infrastructure", services.infrastructure],
  ["gcc", services.gcc],
  ["missing", missingPlate],
];

/** Every picture the build writes. To add one, make its scene in a recipe and name it here. */
export const pictures: readonly Picture[] = [
  namePicture("hero-light", heroScene("light")),
  namePicture("hero-dark", heroScene("dark")),
  namePicture("hero-m-light", heroMobileScene("light")),
  namePicture("hero-m-dark", heroMobileScene("dark")),
  namePicture("horizon", horizon),
  namePicture("horizon-m", horizonMobile),
  ...Object.entries(pillarScenes).map(([name, scene]) => namePicture(`pillar-${name}`, scene)),
  ...tokenNames.flatMap((name) => [
    namePicture(`token-${name}`, tokenScene(name, "light")),
    namePicture(`token-${name}-dark`, tokenScene(name, "dark")),
  ]),
  ...[0, 1, 2, 3, 4].map((index) => namePicture(`e5-${index + 1}`, e5Scene(index))),
  ...plates.map(([slug, scene]) => namePicture(`plate-${slug}`, scene)),
  namePicture("wide-healthcare", crop(industries.healthcare, -100, -6, 840, 492)),
  namePicture("wide-manufacturing", crop(industries.manufacturing, 40, 0, 600, 492)),
  namePicture("cover-wave", coverWave),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => namePicture(`person-${number}`, portraitScene(`member ${number}`))),
];

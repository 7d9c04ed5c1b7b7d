import type { Box } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { coverStreams, coverStreamsNarrow, missingPlate } from "./covers.ts";
import { awards } from "./company.ts";
import { darkenPlate } from "./dark-plate.ts";
import { e5Narrow, e5Scene, e5Wide } from "./e5.ts";
import { namePicture } from "./helpers.ts";
import type { Picture } from "./helpers.ts";
import { heroMobileScene, heroScene, heroTabletScene, horizon, horizonMobile } from "./hero.ts";
import * as industries from "./industries.ts";
import { pillarScenes } from "./pillars.ts";
import { portraitScene } from "./portraits.ts";
import * as services from "./services.ts";
import { thumbScene } from "./thumbs.ts";
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
  ["microsoft", services.microsoft],
  ["partners", services.partners],
  ["awards", awards],
  ["missing", missingPlate],
];

/** Of pages that open with a plate whose pale ground would glare in the dark theme. */
function isPale([slug, { ground }]: (typeof plates)[number]): boolean {
  return slug !== "missing" && ground !== "abyss" && ground !== "petrol";
}

/** Where the square of an industry's thumbnail begins on its plate. */
const thumbs: readonly (readonly [slug: string, scene: Scene, left: number])[] = [
  ["healthcare", industries.healthcare, 80],
  ["manufacturing", industries.manufacturing, 160],
  ["finserv", industries.finserv, 100],
  ["renewable-energy", industries.renewableEnergy, 70],
  ["pharmaceutical", industries.pharmaceutical, 98],
  ["technology", industries.technology, 80],
];

/** Chosen so that no two that stand beside each other share a ground. */
const members = [2, 14, 28, 19, 26, 27, 22, 40];

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
  namePicture("e5-wide", e5Wide),
  namePicture("e5-wide-m", e5Narrow),
  ...plates.map(([slug, scene]) => namePicture(`plate-${slug}`, scene)),
  ...plates.filter(isPale).map(([slug, scene]) => namePicture(`plate-${slug}-dark`, darkenPlate(scene))),
  ...thumbs.map(([slug, scene, left]) => namePicture(`thumb-${slug}`, thumbScene(scene, left))),
  namePicture("wide-healthcare", crop(industries.healthcare, -100, -6, 840, 492)),
  namePicture("wide-manufacturing", crop(industries.manufacturing, 40, 0, 600, 492)),
  namePicture("cover-wave", coverStreams),
  namePicture("cover-wave-m", coverStreamsNarrow),
  ...members.map((member, index) => namePicture(`person-${index + 1}`, portraitScene(`member ${member}`))),
  namePicture("hero-t-light", heroTabletScene("light")),
  namePicture("hero-t-dark", heroTabletScene("dark")),
];

import type { Box } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { coverStreams, coverStreamsNarrow, missingPlate } from "./covers.ts";
import { awards } from "./company.ts";
import { darkenPlate } from "./dark-plate.ts";
import { e5Narrow, buildE5Scene, e5Wide } from "./e5.ts";
import { buildPicture } from "./helpers.ts";
import type { Picture } from "./helpers.ts";
import { buildHeroScene, horizon, horizonMobile } from "./hero.ts";
import * as industries from "./industries.ts";
import { pillarScenes } from "./pillars.ts";
import { buildPortraitScene } from "./portraits.ts";
import * as services from "./services.ts";
import { buildThumbScene } from "./thumbs.ts";
import { tokenNames, buildTokenScene } from "./tokens.ts";

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

/** True for a plate that begins a page and whose pale ground would be too bright in the dark theme. */
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

/** Seeds of the portraits, chosen so that no two neighbours have the same ground. */
const members = [2, 14, 28, 19, 26, 27, 22, 40];

/** Every picture the build writes. To add one, make its scene in a recipe and name it here. */
export const pictures: readonly Picture[] = [
  buildPicture("hero-light", buildHeroScene("desktop", "light")),
  buildPicture("hero-dark", buildHeroScene("desktop", "dark")),
  buildPicture("hero-m-light", buildHeroScene("mobile", "light")),
  buildPicture("hero-m-dark", buildHeroScene("mobile", "dark")),
  buildPicture("horizon", horizon),
  buildPicture("horizon-m", horizonMobile),
  ...Object.entries(pillarScenes).map(([name, scene]) => buildPicture(`pillar-${name}`, scene)),
  ...tokenNames.flatMap((name) => [
    buildPicture(`token-${name}`, buildTokenScene(name, "light")),
    buildPicture(`token-${name}-dark`, buildTokenScene(name, "dark")),
  ]),
  ...[0, 1, 2, 3, 4].map((index) => buildPicture(`e5-${index + 1}`, buildE5Scene(index))),
  buildPicture("e5-wide", e5Wide),
  buildPicture("e5-wide-m", e5Narrow),
  ...plates.map(([slug, scene]) => buildPicture(`plate-${slug}`, scene)),
  ...plates.filter(isPale).map(([slug, scene]) => buildPicture(`plate-${slug}-dark`, darkenPlate(scene))),
  ...thumbs.map(([slug, scene, left]) => buildPicture(`thumb-${slug}`, buildThumbScene(scene, left))),
  buildPicture("wide-healthcare", crop(industries.healthcare, -100, -6, 840, 492)),
  buildPicture("wide-manufacturing", crop(industries.manufacturing, 40, 0, 600, 492)),
  buildPicture("cover-streams", coverStreams),
  buildPicture("cover-streams-m", coverStreamsNarrow),
  ...members.map((member, index) => buildPicture(`person-${index + 1}`, buildPortraitScene(`member ${member}`))),
  buildPicture("hero-t-light", buildHeroScene("tablet", "light")),
  buildPicture("hero-t-dark", buildHeroScene("tablet", "dark")),
];

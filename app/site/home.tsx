import { labels } from "#app/content/labels.ts";
import { home } from "#app/content/pages/home.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { CallToAction } from "./call-to-action.tsx";
import { EdgeCarousel } from "./home/edge-carousel.tsx";
import { Hero } from "./home/hero.tsx";
import { IndustryCards } from "./home/industry-cards.tsx";
import { PillarPanels } from "./home/pillar-panels.tsx";
import { ServiceCards } from "./home/service-cards.tsx";
import { Voices } from "./home/voices.tsx";
import { buildMeta } from "./parts/page-meta.ts";
import type { Route } from "./+types/home.ts";

export const handle = { cache: "public", tags: ["home"], fixed: true } satisfies RouteHandle;

/** Runs only on the server, so that the copy is in the page's data and not in a script. */
export function loader() {
  return home;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  return buildMeta({ path: "/", name: labels.home, meta: loaderData.meta }, { matches });
}

export default function Home({ loaderData: copy }: Route.ComponentProps) {
  return (
    <>
      <Hero {...copy.hero} />
      <PillarPanels {...copy.pillars} />
      <ServiceCards {...copy.services} />
      <EdgeCarousel {...copy.edge} words={copy.carousel} />
      <IndustryCards {...copy.industries} />
      {copy.voices.items.length > 0 && <Voices {...copy.voices} words={copy.carousel} />}
      <CallToAction {...copy.closing} />
    </>
  );
}

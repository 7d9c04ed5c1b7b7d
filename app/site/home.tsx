import { homeCallDescription, homeCallTitle } from "#app/content/calls-to-action.ts";
import { home } from "#app/content/pages/home.ts";
import { testimonials } from "#app/content/testimonials.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
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

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/", name: "Home", meta: home.meta }, { matches });
}

export default function Home() {
  return (
    <>
      <Hero />
      <PillarPanels />
      <ServiceCards />
      <EdgeCarousel />
      <IndustryCards />
      {testimonials.length > 0 && <Voices />}
      <CallToAction title={homeCallTitle} description={homeCallDescription} />
    </>
  );
}

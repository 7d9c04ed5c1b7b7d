import { brand } from "#app/content/brand.ts";
import { homeCallDescription, homeCallTitle } from "#app/content/calls-to-action.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { CallToAction } from "./call-to-action.tsx";
import { EdgeCarousel } from "./home/edge-carousel.tsx";
import { Hero } from "./home/hero.tsx";
import { IndustryCards } from "./home/industry-cards.tsx";
import { PillarPanels } from "./home/pillar-panels.tsx";
import { ServiceCards } from "./home/service-cards.tsx";
import { Voices } from "./home/voices.tsx";

export function headers() {
  return publicHeaders("home");
}

export function meta() {
  return [
    { title: `${brand.name}: IT services and technology consulting` },
    { name: "description", content: brand.description },
  ];
}

export default function Home() {
  return (
    <>
      <Hero />
      <PillarPanels />
      <ServiceCards />
      <EdgeCarousel />
      <IndustryCards />
      <Voices />
      <CallToAction title={homeCallTitle} description={homeCallDescription} />
    </>
  );
}

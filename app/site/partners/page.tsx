import { partners } from "#app/content/pages/partners.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Ledger } from "../parts/ledger.tsx";
import { describe } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Steps } from "../services/steps.tsx";
import type { Route } from "./+types/page.ts";
import { Disclosure } from "./disclosure.tsx";
import { PartnerList } from "./partner-list.tsx";
import { PartnersHero } from "./partners-hero.tsx";

export function headers() {
  return publicHeaders("partners");
}

/** Runs on the server alone, so that the copy travels with the page and not in a script. */
export function loader() {
  return partners;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? describe(loaderData.meta) : [];
}

export default function PartnersPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PartnersHero name={page.name} promise={page.promise} reason={page.reason} />
      <PartnerList categories={page.categories} list={page.list} />
      <Disclosure {...page.disclosure} />
      <Ledger title={page.criteria.title} items={page.criteria.items} />
      <Steps title={page.joining.title} note={page.joining.text} steps={page.joining.steps} />
      <Questions questions={page.questions} />
      <CallToAction {...page.closing} />
    </>
  );
}

import { getServicePage } from "#app/content/service-pages.ts";
import { services } from "#app/content/services.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Ledger } from "../parts/ledger.tsx";
import { describe } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Related } from "../parts/related.tsx";
import type { Route } from "./+types/page.ts";
import { Example } from "./example.tsx";
import { Problem } from "./problem.tsx";
import { ServiceHero } from "./service-hero.tsx";
import { Steps } from "./steps.tsx";
import { Technologies } from "./technologies.tsx";

export function headers() {
  return publicHeaders("services");
}

/** Runs on the server alone, so that a page's copy travels with the page and not in a script. */
export function loader({ pattern }: Route.LoaderArgs) {
  return getServicePage(pattern);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? describe(loaderData.meta) : [];
}

/** A service, and whatever has the shape of one. */
export default function ServicePage({ loaderData: page }: Route.ComponentProps) {
  const isListed = services.some(({ slug }) => slug === page.slug);
  return (
    <>
      <ServiceHero page={page} above={isListed ? { to: "/#services", name: "Services" } : { to: "/", name: "Home" }} />
      <Problem {...page.problem} />
      <Ledger id="what-you-get" title="What you get" items={page.offers} />
      <Steps
        title="How we work"
        note="Five steps. Each says when it happens and what it leaves behind."
        steps={page.steps}
      />
      <Example {...page.example} />
      <Technologies groups={page.technologies} />
      <Related title="Related industries" slugs={page.industries} />
      <Questions questions={page.questions} />
      <CallToAction {...page.closing} />
    </>
  );
}

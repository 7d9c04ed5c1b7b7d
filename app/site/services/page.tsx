import { getServicePage } from "#app/content/service-pages.server.ts";
import { services } from "#app/content/services.ts";
import { serviceTemplate } from "#app/content/pages/service-template.ts";
import { labels } from "#app/content/labels.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Facts } from "../parts/facts.tsx";
import { TermList } from "../parts/term-list.tsx";
import { Intro } from "../parts/intro.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Related } from "../parts/related.tsx";
import type { Route } from "./+types/page.ts";
import { Example } from "./example.tsx";
import { Problem } from "./problem.tsx";
import { Steps } from "./steps.tsx";
import { Technologies } from "./technologies.tsx";

export const handle = { cache: "public", tags: ["services"], fixed: true } satisfies RouteHandle;

/** Runs only on the server, so that the copy is in the page's data and not in a script. */
export function loader({ pattern }: Route.LoaderArgs) {
  return getServicePage(pattern);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { slug, name, promise, meta, questions } = loaderData;
  const service = { name, description: promise };
  return buildMeta({ path: `/${slug}`, name, meta, trail: buildTrail(slug), service, questions }, { matches });
}

/** A service, or a page with the same structure. */
export default function ServicePage({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <Intro
        trail={buildTrail(page.slug)}
        name={page.name}
        lead={page.promise}
        subject={page.closing.subject}
        more={{ to: "example", name: serviceTemplate.more }}
        art={page.slug}
      />
      {page.facts && <Facts facts={page.facts} />}
      <Problem {...page.problem} />
      <TermList id="what-you-get" title={serviceTemplate.offers} items={page.offers} />
      <Steps
        title={serviceTemplate.steps.title}
        note={serviceTemplate.steps.note(page.steps.length)}
        steps={page.steps}
      />
      <Example {...page.example} />
      <Technologies groups={page.technologies} />
      <Related title={serviceTemplate.related} slugs={page.industries} />
      <Questions questions={page.questions} />
      <CallToAction {...page.closing} />
    </>
  );
}

/**
 * In breadcrumbs the services of the list are below their section on the home page; other pages of this template are
 * beside them.
 */
function buildTrail(slug: string) {
  const isListed = services.some((service) => service.slug === slug);
  return isListed ? [{ to: "/#services", name: serviceTemplate.above }] : [{ to: "/", name: labels.home }];
}

import { labels } from "#app/content/labels.ts";
import { partners } from "#app/content/pages/partners.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Columns } from "../parts/columns.tsx";
import { Facts } from "../parts/facts.tsx";
import { TermList } from "../parts/term-list.tsx";
import { Intro } from "../parts/intro.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Problem } from "../services/problem.tsx";
import { Steps } from "../services/steps.tsx";
import type { Route } from "./+types/page.ts";
import { PartnerList } from "./partner-list.tsx";

export const handle = { cache: "public", tags: ["partners"], fixed: true } satisfies RouteHandle;

/** Runs only on the server, so that the copy is in the page's data and not in a script. */
export function loader() {
  return partners;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, meta, questions } = loaderData;
  return buildMeta({ path: "/partners", name, meta, questions }, { matches });
}

export default function PartnersPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <Intro
        trail={[{ to: "/", name: labels.home }]}
        name={page.name}
        lead={page.promise}
        subject={page.closing.subject}
        more={{ to: "earnings", name: page.disclosure.see }}
        art={page.slug}
      />
      <Facts facts={page.facts} />
      <Problem {...page.reason} />
      <PartnerList categories={page.categories} list={page.list} />
      <Columns id="earnings" {...page.disclosure} gold />
      <TermList title={page.criteria.title} items={page.criteria.items} />
      <Steps title={page.joining.title} note={page.joining.text} steps={page.joining.steps} />
      <Questions questions={page.questions} />
      <CallToAction {...page.closing} />
    </>
  );
}

import { data } from "react-router";
import { industries } from "#app/content/industries.ts";
import { findIndustryPage } from "#app/content/industry-pages.server.ts";
import type { IndustryPage } from "#app/content/page-types.ts";
import { industryTemplate } from "#app/content/pages/industry-template.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Columns } from "../parts/columns.tsx";
import { Intro } from "../parts/intro.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Related } from "../parts/related.tsx";
import type { Route } from "./+types/page.ts";
import { ArchitectureBand } from "./architecture.tsx";
import { Capabilities } from "./capabilities.tsx";
import { SectionPills } from "./section-pills.tsx";

/** The page of one industry. The path names the industry. */
export function loader({ url }: Route.LoaderArgs) {
  const page = findIndustryPage(url.pathname.split("/")[1] ?? "");
  if (!page) throw data(null, { status: 404 });
  return page;
}

export const handle = { cache: "public", tags: ["industries"], fixed: true } satisfies RouteHandle;

const trail = [{ to: "/#industries-title", name: industryTemplate.above }];

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { slug, name, meta, questions } = loaderData;
  return buildMeta({ path: `/${slug}`, name, meta, trail, questions }, { matches });
}

const sections = [
  { id: "pressures", name: industryTemplate.sections.pressures },
  { id: "capabilities", name: industryTemplate.sections.capabilities },
  { id: "architecture", name: industryTemplate.sections.architecture },
  { id: "compliance", name: industryTemplate.sections.compliance },
  { id: "questions", name: industryTemplate.sections.questions },
] as const;

export default function IndustryRoute({ loaderData: page }: Route.ComponentProps) {
  const slugs = industries.map(({ slug }) => slug);
  const index = slugs.findIndex((slug) => slug === page.slug);
  // The industries that follow this one in the list, so that every industry is suggested somewhere.
  const others = [...slugs.slice(index + 1), ...slugs.slice(0, index)];
  return (
    <div
      // The sticky pills cover the top of a section that is jumped to; their border adds one pixel.
      className="industry-page: [--pills:60px] [&>section]:[scroll-margin-top:calc(var(--pills)_-_19px)]"
    >
      <Intro
        trail={trail}
        name={page.name}
        question={page.question}
        lead={page.lead}
        subject={page.closing.subject}
        more={{ to: "architecture", name: industryTemplate.more }}
        art={page.slug}
      />
      <SectionPills sections={sections.filter(({ id }) => id === "architecture" || page[id].length > 0)} />
      <Columns id="pressures" title={industryTemplate.pressures} items={page.pressures} />
      <Capabilities capabilities={page.capabilities} />
      <ArchitectureBand architecture={page.architecture} />
      <Compliance {...page} />
      <Questions title={industryTemplate.questions} questions={page.questions} />
      <Related title={industryTemplate.others} slugs={others} />
      <CallToAction {...page.closing} />
    </div>
  );
}

function Compliance({ compliance }: IndustryPage) {
  if (compliance.length === 0) return null;
  return (
    <section id="compliance" className="section" aria-labelledby="compliance-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="compliance-title" className="d2">
            {industryTemplate.compliance.title}
          </h2>
          <p className="muted">{industryTemplate.compliance.note}</p>
        </div>
        <ul className="rules: grid gap-[40px_gutter] [&_p]:text-ink-2 [&>li]:grid [&>li]:grid-cols-[15px_1fr] [&>li]:gap-x-11px [&>li]:content-start [&>li]:items-baseline [&_h3]:text-20 [&_h3]:leading-1.25 [&_h3]:[letter-spacing:-0.01em] [&_p]:col-[2] [&_p]:mt-8px [&_p]:max-w-36em sm:grid-cols-[1fr_1fr] sm:gap-y-56px">
          {compliance.map(({ title, text }) => (
            <li key={title}>
              <span className="rhomb" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

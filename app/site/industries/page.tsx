import { data, Link } from "react-router";
import { findContactPath } from "#app/content/calls-to-action.ts";
import { industries } from "#app/content/industries.ts";
import { contactLink } from "#app/content/navigation.ts";
import type { IndustryPage } from "#app/content/page-types.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { findPlate } from "../art.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import { Columns } from "../parts/columns.tsx";
import { describe } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Related } from "../parts/related.tsx";
import type { Route } from "./+types/page.ts";
import { ArchitectureBand } from "./architecture.tsx";
import { Capabilities } from "./capabilities.tsx";
import { findIndustryPage } from "./find-industry.server.ts";

/** One module serves every industry of the list: the path says which. */
export function loader({ url }: Route.LoaderArgs) {
  const page = findIndustryPage(url.pathname.split("/")[1] ?? "");
  if (!page) throw data(null, { status: 404 });
  return page;
}

export function headers() {
  return publicHeaders("industries");
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? describe(loaderData.meta) : [];
}

const sections = [
  { id: "pressures", name: "Pressures" },
  { id: "capabilities", name: "Capabilities" },
  { id: "architecture", name: "Architecture" },
  { id: "compliance", name: "Compliance" },
  { id: "questions", name: "Questions" },
];

export default function IndustryRoute({ loaderData: page }: Route.ComponentProps) {
  const others = industries.map(({ slug }) => slug).filter((slug) => slug !== page.slug);
  return (
    <div className="industry-page">
      <Hero {...page} />
      <nav className="pills" aria-label="On this page">
        <ul className="wrap">
          {sections.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Columns id="pressures" title="What presses" items={page.pressures} />
      <Capabilities capabilities={page.capabilities} />
      <ArchitectureBand architecture={page.architecture} />
      <Compliance {...page} />
      <Questions title="Asked before signing" questions={page.questions} />
      <Related title="Other industries" slugs={others} />
      <CallToAction {...page.closing} />
    </div>
  );
}

function Hero({ slug, name, question, lead, closing }: IndustryPage) {
  return (
    <section className="industry-hero">
      <div className="industry-hero-text">
        <Breadcrumb trail={[{ to: "/#industries-title", name: "Industries" }]} here={name} />
        <h1>
          <span className="kicker">
            {name}
            <span className="sr-only">: </span>
          </span>
          <span className="question">{question}</span>
        </h1>
        <div>
          <p className="lead">{lead}</p>
          <div className="industry-actions">
            <Link className="btn btn-accent" to={findContactPath(closing.subject)} viewTransition>
              {contactLink.name}
              <span className="i-ph-arrow-right" aria-hidden="true" />
            </Link>
            <a className="btn btn-text" href="#architecture">
              See the architecture
              <span className="i-ph-arrow-down" aria-hidden="true" />
            </a>
          </div>
        </div>
      </div>
      <img src={findPlate(slug)} alt="" width={640} height={480} fetchPriority="high" />
    </section>
  );
}

function Compliance({ compliance }: IndustryPage) {
  return (
    <section id="compliance" className="section bg-surface" aria-labelledby="compliance-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="compliance-title" className="d2">
            Rules that shape the work
          </h2>
          <p className="muted">
            What each asks, and what we do about it. Certificates and legal advice come from others.
          </p>
        </div>
        <ul className="rules">
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

import { Link } from "react-router";
import { findContactPath } from "#app/content/calls-to-action.ts";
import { contactLink } from "#app/content/navigation.ts";
import type { ServicePage } from "#app/content/page-types.ts";
import { findPlate } from "../art.ts";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import { DisplayText } from "../parts/display-text.tsx";

interface ServiceHeroProps {
  page: ServicePage;
  above: { to: string; name: string };
}

/** Name and promise; at the right the subject's plate hangs from the header like one of the home page's pillars. */
export function ServiceHero({ page: { slug, art = slug, name, promise, closing }, above }: ServiceHeroProps) {
  return (
    <section className="wrap service-hero" aria-labelledby="service-title">
      <div className="service-hero-text">
        <Breadcrumb trail={[above]} here={name} />
        <div>
          <h1 id="service-title" className="question">
            <DisplayText>{name}</DisplayText>
          </h1>
          <p className="lead">{promise}</p>
          <div className="service-hero-actions">
            <Link className="btn btn-accent" to={findContactPath(closing.subject)} viewTransition>
              {contactLink.name}
              <span className="i-ph-arrow-right" aria-hidden="true" />
            </Link>
            <a className="btn btn-text" href="#example">
              Read an example
              <span className="i-ph-arrow-down" aria-hidden="true" />
            </a>
          </div>
        </div>
      </div>
      <img src={findPlate(art)} alt="" width={640} height={480} fetchPriority="high" />
    </section>
  );
}

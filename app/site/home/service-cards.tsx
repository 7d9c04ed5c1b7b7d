import { spellOutCapitalized } from "#app/content/spell-out.ts";
import { services } from "#app/content/services.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { KnowMore } from "#app/ui/know-more.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { tokens } from "../art.ts";

/** The services as a grid of cards across the full width. */
export function ServiceCards() {
  return (
    <section id="services" className="section" aria-labelledby="services-title" tabIndex={-1}>
      <div className="wrap">
        <SectionHead
          id="services-title"
          title={
            <>
              {`${spellOutCapitalized(services.length)} services, `}
              <br />
              one accountable team
            </>
          }
          note="Start with the one that hurts. The people who scope the work are the people who deliver it and stay on call for it."
        />
      </div>
      <ul className="service-grid">
        {services.map(({ slug, name, summary }) => (
          <li key={slug} className="card service-card">
            <h3>{name}</h3>
            <p>{summary}</p>
            <div className="service-foot">
              <KnowMore to={`/${slug}`} subject={name} stretched />
              <ThemedArt className="service-token" art={tokens[slug]} width={176} height={176} loading="lazy" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

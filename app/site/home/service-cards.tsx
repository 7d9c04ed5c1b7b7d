import { services } from "#app/content/services.ts";
import type { HomePage } from "#app/content/pages/home.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { KnowMore } from "#app/ui/know-more.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { getToken } from "../art.ts";
import { Lines } from "./lines.tsx";

/** The services as a grid of cards across the full width. */
export function ServiceCards({ title, note }: HomePage["services"]) {
  if (services.length === 0) return null;
  return (
    <section id="services" className="section" aria-labelledby="services-title" tabIndex={-1}>
      <div className="wrap">
        <SectionHead id="services-title" title={<Lines lines={title} />} note={note} />
      </div>
      <ul className="service-grid">
        {services.map(({ slug, name, summary }) => (
          <li key={slug} className="card service-card">
            <h3>{name}</h3>
            <p>{summary}</p>
            <div className="service-foot">
              <KnowMore to={`/${slug}`} subject={name} stretched />
              <ThemedArt className="service-token" art={getToken(slug)} width={176} height={176} loading="lazy" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { type Industry, industryCards, industryQuestion } from "#app/content/industries.ts";
import { KnowMore } from "#app/ui/know-more.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import wideHealthcare from "#app/assets/art/wide-healthcare.svg?url";
import wideManufacturing from "#app/assets/art/wide-manufacturing.svg?url";
import { industryPlates } from "../art.ts";

/** The first two cards have pictures drawn for their wider frames. */
const wide: Partial<Record<Industry["slug"], { src: string; width: number; height: number }>> = {
  healthcare: { src: wideHealthcare, width: 840, height: 492 },
  manufacturing: { src: wideManufacturing, width: 600, height: 492 },
};

export function IndustryCards() {
  return (
    <section className="section" aria-labelledby="industries-title">
      <div className="wrap">
        <SectionHead
          id="industries-title"
          title="Industries"
          note="The first question is the same everywhere. The answers are not."
        />
        <ul className="industries">
          {industryCards.map((industry) => (
            <IndustryCard key={industry.slug} {...industry} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function IndustryCard({ slug, name, services }: Industry) {
  const picture = wide[slug] ?? { src: industryPlates[slug], width: 640, height: 480 };
  return (
    <li className="card industry">
      <div className="industry-plate">
        <img {...picture} alt="" loading="lazy" />
      </div>
      <div className="industry-text">
        <div>
          <h3>{name}</h3>
          <p className="industry-question">{industryQuestion}</p>
        </div>
        <ul className="marked industry-services">
          {services.map((service) => (
            <li key={service}>
              <span className="rhomb" />
              {service}
            </li>
          ))}
        </ul>
        <KnowMore to={`/${slug}`} subject={name} stretched />
      </div>
    </li>
  );
}

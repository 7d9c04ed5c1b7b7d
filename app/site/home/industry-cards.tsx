import { type Industry, industryCards, industryQuestion } from "#app/content/industries.ts";
import type { HomePage } from "#app/content/pages/home.ts";
import { KnowMore } from "#app/ui/know-more.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { getPlate } from "../art.ts";

/** At least 600 x 492. Only this page has frames wider than a plate, and only some industries a picture for them. */
const wide = import.meta.glob<string>("../../assets/art/wide-*.svg", { eager: true, query: "?url", import: "default" });

export function IndustryCards({ title, note }: HomePage["industries"]) {
  if (industryCards.length === 0) return null;
  return (
    <section className="section" aria-labelledby="industries-title">
      <div className="wrap">
        <SectionHead id="industries-title" title={title} note={note} />
        <ul className="industries: grid grid-cols-[repeat(12,_minmax(0,_1fr))] gap-[clamp(56px,_6vw,_96px)_gutter]">
          {industryCards.map((industry, index) => (
            <IndustryCard key={industry.slug} {...industry} isWide={index < 2} />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The first two have wider frames. */
function IndustryCard({ slug, name, services, isWide }: Industry & { isWide: boolean }) {
  const picture = (isWide && wide[`../../assets/art/wide-${slug}.svg`]) || getPlate(slug);
  return (
    <li className="card industry: [&_h3]:text-fluid-24-34 [&_h3]:leading-1.1 [&_h3]:[letter-spacing:-0.018em]">
      <div className="industry-plate: [&>img]:w-full [&>img]:h-full [&>img]:object-cover [&>img]:[transition:transform_0.9s_var(--ease)]">
        <img src={picture} alt="" width={640} height={480} loading="lazy" />
      </div>
      <div className="industry-text">
        <div>
          <h3>{name}</h3>
          <p className="industry-question: mt-8px text-accent-text font-600">{industryQuestion}</p>
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

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
      <ul className="service-grid: grid grid-cols-[repeat(3,_1fr)] border-t-1px-line at-sm:grid-cols-[1fr_1fr] lt-sm:grid-cols-[1fr]">
        {services.map(({ slug, name, summary }) => (
          <li
            key={slug}
            // What is left over in the last row has its whole width.
            className="card service-card: relative grid grid-rows-[auto_auto_1fr] min-h-[clamp(340px,_29vw,_430px)] p-[clamp(24px,_2.4vw,_36px)_clamp(20px,_2.4vw,_36px)_clamp(20px,_1.8vw,_28px)] border-b-1px-line [transition:background-color_0.25s] hover:bg-surface [&_h3]:mb-12px [&_h3]:text-fluid-24-33 [&_h3]:leading-1.06 [&>p]:max-w-23em [&>p]:text-ink-2 md:[&:not(:nth-child(3n+1))]:border-l-1px-line md:[&:nth-child(3n+1)]:pl-bleed md:[&:is(:nth-child(3n),:last-child)]:pr-bleed md:[&:nth-child(3n+2):last-child]:[grid-column:span_2] md:[&:nth-child(3n+1):last-child]:col-[1/-1] at-sm:[&:nth-child(even)]:border-l-1px-line at-sm:[&:last-child:nth-child(odd)]:col-[1/-1] lt-sm:min-h-0 lt-sm:p-[26px_margin_18px]"
          >
            <h3>{name}</h3>
            <p>{summary}</p>
            <div className="service-foot: flex gap-16px items-end justify-between mt-24px lt-sm:mt-4px">
              <KnowMore to={`/${slug}`} subject={name} stretched />
              <ThemedArt
                className="service-token: w-[clamp(112px,_11.6vw,_176px)] [transition:transform_0.6s_var(--ease)] [.service-card:hover_&]:[transform:rotate(-9deg)_scale(1.05)] lt-sm:w-104px"
                art={getToken(slug)}
                width={176}
                height={176}
                loading="lazy"
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

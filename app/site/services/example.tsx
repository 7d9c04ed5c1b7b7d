import type { ServicePage } from "#app/content/page-types.ts";
import { serviceTemplate } from "#app/content/pages/service-template.ts";
import { DisplayText } from "../parts/display-text.tsx";
import { SeriesChart } from "./series-chart.tsx";

/** An example of the effect: a short text, figures over time, and three facts. Anchor: #example. */
export function Example({ title, text, figures, series }: ServicePage["example"]) {
  return (
    <section id="example" className="band section example" aria-labelledby="example-title">
      <div className="wrap">
        <div className="example-case: grid gap-[48px_gutter] md:grid-cols-[5fr_6fr] md:gap-x-[clamp(40px,_8vw,_130px)]">
          <div>
            <p className="example-mark: flex gap-11px items-center mb-20px text-gold font-600">
              <span className="rhomb" />
              {serviceTemplate.example.mark}
            </p>
            <h2 id="example-title" className="d3">
              <DisplayText>{title}</DisplayText>
            </h2>
            <p className="lead">{text}</p>
          </div>
          {series.points.length > 1 && <SeriesChart {...series} />}
        </div>
        {figures.length > 0 && (
          <ul className="facts">
            {figures.map(({ value, note }) => (
              <li key={value}>
                <p className="figures: mb-12px type-600-fluid-40-68/0.95-display [letter-spacing:-0.03em]">{value}</p>
                <p>{note}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

import type { ServicePage } from "#app/content/page-types.ts";
import { SeriesChart } from "./series-chart.tsx";

/** What changes, as an illustration: a short account, its figures over time, and three facts. Anchor: #example. */
export function Example({ title, text, figures, series }: ServicePage["example"]) {
  return (
    <section id="example" className="band section example" aria-labelledby="example-title">
      <div className="wrap">
        <div className="example-case">
          <div>
            <p className="example-mark">
              <span className="rhomb" />
              Illustration, not a client’s figures
            </p>
            <h2 id="example-title" className="d3">
              {title}
            </h2>
            <p className="lead">{text}</p>
          </div>
          <SeriesChart {...series} />
        </div>
        <ul className="facts">
          {figures.map(({ value, note }) => (
            <li key={value}>
              <p className="figures">{value}</p>
              <p>{note}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

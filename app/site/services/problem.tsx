import type { ServicePage } from "#app/content/page-types.ts";
import { DisplayText } from "../parts/display-text.tsx";

/** The reader's problem: a headline, and one column for each paragraph. */
export function Problem({ title, paragraphs }: ServicePage["problem"]) {
  return (
    <section className="section problem" aria-labelledby="problem-title">
      <div className="wrap">
        <h2 id="problem-title" className="d2">
          <DisplayText>{title}</DisplayText>
        </h2>
        <div className="problem-columns">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

import type { ServicePage } from "#app/content/page-types.ts";
import { DisplayText } from "../parts/display-text.tsx";

/** The reader's problem: a headline, and one column for each paragraph. */
export function Problem({ title, paragraphs }: ServicePage["problem"]) {
  return (
    <section className="section problem: [&_h2]:max-w-14em" aria-labelledby="problem-title">
      <div className="wrap">
        <h2 id="problem-title" className="d2">
          <DisplayText>{title}</DisplayText>
        </h2>
        <div className="problem-columns: grid gap-[24px_gutter] mt-[clamp(36px,_4.6vw,_72px)] [&>p]:pt-20px [&>p]:text-18 [&>p]:border-t-1px-line md:[grid-auto-flow:column] md:[grid-auto-columns:1fr]">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

// Bundle: careers
import type { CareersPage } from "#app/content/pages/careers.ts";
import { SectionHead } from "#app/ui/section-head.tsx";

/** The steps of hiring, in order, with the time each takes. */
export function Hiring({ title, text, steps, after }: CareersPage["hiring"]) {
  if (steps.length === 0) return null;
  return (
    <section className="section band" aria-labelledby="hiring">
      <div className="wrap">
        <SectionHead id="hiring" title={title} note={text} />
        <ol className="hiring">
          {steps.map((step) => (
            <li key={step.title}>
              <h3 className="h4">{step.title}</h3>
              <p className="when">{step.when}</p>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        <p className="about-after muted">{after}</p>
      </div>
    </section>
  );
}

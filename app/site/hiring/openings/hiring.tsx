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
        <ol className="hiring: grid gap-[40px_gutter] [counter-reset:step] [&>li]:pt-18px [&>li]:border-t-1px-line [&>li]:[counter-increment:step] [&_h3::before]:mr-0.4em [&_h3::before]:text-gold [&_h3::before]:[content:counter(step)] [&_p+p]:mt-8px [&_p+p]:text-ink-2 sm:grid-cols-[1fr_1fr] md:grid-cols-[repeat(3,_1fr)]">
          {steps.map((step) => (
            <li key={step.title}>
              <h3 className="h4">{step.title}</h3>
              <p className="when: [.hiring_&]:text-gold [.hiring_&]:font-600 [.hiring_&]:text-15">{step.when}</p>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        <p className="about-after muted">{after}</p>
      </div>
    </section>
  );
}

import type { Step } from "#app/content/page-types.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import { starPaths, starViewBox } from "#app/ui/star.ts";

interface StepsProps {
  title: string;
  note: string;
  steps: readonly Step[];
}

/** Five steps. Each lights one more rhomb of the star. */
export function Steps({ title: heading, note, steps }: StepsProps) {
  if (steps.length === 0) return null;
  return (
    <section id="how-we-work" className="section steps" aria-labelledby="steps-title">
      <div className="wrap">
        <SectionHead id="steps-title" title={heading} note={note} />
        <ol>
          {steps.map(({ title, when, text }, index) => (
            <li key={title}>
              <svg viewBox={starViewBox} width={116} height={116} aria-hidden="true">
                {starPaths.map((path, ray) => (
                  <path key={path} d={path} className={ray <= index ? "lit" : undefined} />
                ))}
              </svg>
              <div>
                <p className="steps-when">{when}</p>
                <h3 className="h4">{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

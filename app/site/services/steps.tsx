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
    <section
      id="how-we-work"
      className="section steps: [&_ol]:grid [&_ol]:gap-[32px_gutter] [&_svg]:w-[clamp(78px,_8.4vw,_124px)] [&_svg]:h-auto [&_svg]:-ml-8px [&_svg]:fill-line [&_h3+p]:mt-8px [&_h3+p]:text-ink-2 [&_h3+p]:text-16 [&_h3+p]:leading-1.5 lt-md:[&_li]:grid lt-md:[&_li]:grid-cols-[clamp(72px,_14vw,_132px)_1fr] lt-md:[&_li]:gap-18px lt-md:[&_svg]:m-[-4px_0_0_-6px] md:[&_ol]:grid-cols-[repeat(5,_1fr)] md:[&_svg]:mb-24px"
      aria-labelledby="steps-title"
    >
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
                <p className="steps-when: mb-6px text-accent-text font-600 text-15">{when}</p>
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

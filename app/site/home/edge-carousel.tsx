import { strengths } from "#app/content/strengths.ts";
import { Arrows, Dots, Slide, SlideCopy } from "#app/ui/carousel.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { useCarousel } from "#app/ui/use-carousel.ts";
import experience from "#app/assets/art/e5-1.svg?url";
import ecosystem from "#app/assets/art/e5-2.svg?url";
import ethics from "#app/assets/art/e5-3.svg?url";
import execution from "#app/assets/art/e5-4.svg?url";
import expertise from "#app/assets/art/e5-5.svg?url";
import icons from "#app/assets/icons/strengths.svg?url";

const art = [experience, ecosystem, ethics, execution, expertise];
const count = strengths.length;

/**
 * 'The E5 Edge': a loop of five cards, 1, 2, 3 or 5 per view. All five stay in the accessibility tree at every
 * position.
 */
export function EdgeCarousel() {
  const carousel = useCarousel({ count, loop: true });
  const { live, moved, selected, isInView, viewportProps, embla, goPrevious, goNext, goTo } = carousel;

  return (
    <section className="band section" aria-labelledby="edge-title" aria-roledescription="carousel">
      <div className="wrap">
        <SectionHead
          id="edge-title"
          title="The E5 Edge"
          note="Five commitments. One picture, and it only works whole."
        />
        <div className="carousel-viewport edge" role="group" aria-label="Five cards" {...viewportProps}>
          <div className="carousel-track">
            {strengths.map((strength, index) => (
              <Slide key={strength.title} index={index} count={count}>
                <EdgeCard index={index} />
              </Slide>
            ))}
            {live &&
              strengths.map((strength, index) => (
                <SlideCopy key={strength.title}>
                  <EdgeCard index={index} />
                </SlideCopy>
              ))}
          </div>
        </div>
        {embla}
        <div className="carousel-controls edge-controls">
          <Dots
            count={count}
            noun="card"
            isInView={(index) => isInView(index) || isInView(index + count)}
            goTo={goTo}
          />
          <span className="edge-arrows">
            <Arrows noun="card" canGoPrevious canGoNext {...{ goPrevious, goNext }} />
          </span>
        </div>
        <p className="sr-only" aria-live="polite">
          {moved && `${strengths[selected]?.title}, ${selected + 1} of ${count}`}
        </p>
      </div>
    </section>
  );
}

function EdgeCard({ index }: { index: number }) {
  const strength = strengths[index];
  return (
    <>
      <img className="edge-art" src={art[index]} alt="" width={300} height={480} loading="lazy" draggable={false} />
      <svg className="edge-icon" width={32} height={32} aria-hidden="true">
        <use href={`${icons}#${strength?.icon}`} />
      </svg>
      <h3>{strength?.title}</h3>
      <p>{strength?.description}</p>
    </>
  );
}

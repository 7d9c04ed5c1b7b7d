import { strengths } from "#app/content/strengths.ts";
import type { HomePage } from "#app/content/pages/home.ts";
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
export function EdgeCarousel({ title, note, label, words }: HomePage["edge"] & { words: HomePage["carousel"] }) {
  const carousel = useCarousel({ count, loop: true });
  const { live, moved, selected, isInView, viewportProps, embla, goPrevious, goNext, goTo } = carousel;

  return (
    <section className="band section" aria-labelledby="edge-title" aria-roledescription={words.role}>
      <div className="wrap">
        <SectionHead id="edge-title" title={title} note={note} />
        <div
          className="carousel-viewport edge: [--gap:16px] [--per-view:1] [&_h3]:m-[10px_0] [&_h3]:text-28 [&_h3]:leading-1 [&_p]:max-w-17em [&_p]:text-ink-2 [&_p]:text-16 [&_p]:leading-1.5 sm:[--per-view:2] md:[--per-view:3] xl:[--per-view:5]"
          role="group"
          aria-label={label}
          {...viewportProps}
        >
          <div className="carousel-track">
            {strengths.map((strength, index) => (
              <Slide key={strength.title} index={index} count={count}>
                <EdgeCard {...strength} art={art[index]} />
              </Slide>
            ))}
            {live &&
              strengths.map((strength, index) => (
                <SlideCopy key={strength.title}>
                  <EdgeCard {...strength} art={art[index]} />
                </SlideCopy>
              ))}
          </div>
        </div>
        {embla}
        <div className="carousel-controls edge-controls: justify-between mt-28px">
          <Dots
            count={count}
            noun={words.card}
            isInView={(index) => isInView(index) || isInView(index + count)}
            goTo={goTo}
          />
          <span className="edge-arrows: flex gap-8px ml-auto">
            <Arrows noun={words.card} canGoPrevious canGoNext {...{ goPrevious, goNext }} />
          </span>
        </div>
        <p className="sr-only" aria-live="polite">
          {moved && `${strengths[selected]?.title}, ${selected + 1} of ${count}`}
        </p>
      </div>
    </section>
  );
}

function EdgeCard({
  title,
  icon,
  description,
  art: picture,
}: (typeof strengths)[number] & { art: string | undefined }) {
  return (
    <>
      <img
        className="edge-art: w-full aspect-[1/1.12] object-cover sm:aspect-[300/480]"
        src={picture}
        alt=""
        width={300}
        height={480}
        loading="lazy"
        draggable={false}
      />
      <svg className="edge-icon: m-[20px_0_0_-3px] text-accent-text" width={32} height={32} aria-hidden="true">
        <use href={`${icons}#${icon}`} />
      </svg>
      <h3>{title}</h3>
      <p>{description}</p>
    </>
  );
}

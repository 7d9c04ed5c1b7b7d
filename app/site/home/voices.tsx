import type { HomePage } from "#app/content/pages/home.ts";
import { Arrows, Dots, Slide } from "#app/ui/carousel.tsx";
import { useAutoAdvance } from "#app/ui/use-auto-advance.ts";
import { useCarousel } from "#app/ui/use-carousel.ts";
import { Lines } from "./lines.tsx";

type VoicesProps = HomePage["voices"] & { words: HomePage["carousel"] };

/** Milliseconds each quote is shown before the next. */
const advanceDelay = 5000;

/** The quotes, one or two per view, that advance by themselves and return from the last to the first. */
export function Voices({ title, label, start, stop, note, items, words }: VoicesProps) {
  const count = items.length;
  const carousel = useCarousel({ count, loop: false });
  const { live, selected, perView, canGoPrevious, canGoNext, isInView, goPrevious, goNext, goTo } = carousel;
  const auto = useAutoAdvance({
    ready: live,
    position: selected,
    delay: advanceDelay,
    advance: (position) => (position + perView < count ? goNext() : goTo(0)),
  });

  return (
    <section className="gold section" aria-labelledby="voices-title" aria-roledescription={words.role} data-advances>
      <div className="wrap voices" {...auto.attendProps}>
        <div className="voices-head">
          <h2 id="voices-title">
            <Lines lines={title} />
          </h2>
          {items.some(({ placeholder }) => placeholder) && <p>{note}</p>}
        </div>
        <div className="voices-body">
          <div
            className="carousel-viewport voices-list"
            role="group"
            aria-label={label}
            aria-live={auto.running ? "off" : "polite"}
            {...carousel.viewportProps}
          >
            <div className="carousel-track">
              {items.map(({ quote, role, company }, index) => (
                <Slide key={role} index={index} count={count} away={live && !isInView(index)}>
                  <figure className="voice">
                    <blockquote>“{quote}”</blockquote>
                    <figcaption>
                      <b>{role}</b>
                      {company}
                    </figcaption>
                  </figure>
                </Slide>
              ))}
            </div>
          </div>
          {carousel.embla}
          <div className="carousel-controls voices-controls">
            <Dots count={count} noun={words.quote} isInView={isInView} goTo={goTo} />
            <button
              type="button"
              className="icon-btn icon-btn-outline voices-pause needs-js"
              aria-label={auto.paused ? start : stop}
              onClick={auto.toggle}
            >
              <span className={auto.paused ? "i-ph-play" : "i-ph-pause"} aria-hidden="true" />
            </button>
            <Arrows noun={words.quote} {...{ canGoPrevious, canGoNext, goPrevious, goNext }} />
          </div>
        </div>
      </div>
    </section>
  );
}

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
      <div className="wrap voices: grid grid-cols-[repeat(12,_minmax(0,_1fr))] gap-[40px_gutter]" {...auto.attendProps}>
        <div className="voices-head: col-[1/-1] [&>h2]:text-fluid-32-52 [&>h2]:leading-1 [&>p]:max-w-24em [&>p]:mt-24px [&>p]:text-ink-2 [&>p]:text-16 [&>p]:leading-1.5 md:col-[1/5]">
          <h2 id="voices-title">
            <Lines lines={title} />
          </h2>
          {items.some(({ placeholder }) => placeholder) && <p>{note}</p>}
        </div>
        <div className="voices-body: flex flex-col col-[1/-1] gap-[clamp(32px,_3.4vw,_56px)] min-w-0 md:col-[5/13]">
          <div
            className="carousel-viewport voices-list: [--gap:24px] [--per-view:1] sm:[--gap:clamp(32px,_3.4vw,_56px)] sm:[--per-view:2]"
            role="group"
            aria-label={label}
            aria-live={auto.running ? "off" : "polite"}
            {...carousel.viewportProps}
          >
            <div className="carousel-track">
              {items.map(({ quote, role, company }, index) => (
                <Slide key={role} index={index} count={count} away={live && !isInView(index)}>
                  <figure className="voice: [--size:clamp(1.625rem,_1.1rem_+_2.1vw,_3.125rem)] flex flex-col gap-28px justify-between h-full [&_figcaption]:pl-[calc(0.42_*_var(--size))] [&_figcaption]:leading-1.5 [&_b]:block [&_b]:[font-weight:650] sm:[--size:clamp(1.5rem,_1rem_+_1.15vw,_2.25rem)]">
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
          <div className="carousel-controls voices-controls: [justify-content:flex-end]">
            <Dots count={count} noun={words.quote} isInView={isInView} goTo={goTo} />
            <button
              type="button"
              className="icon-btn icon-btn-outline needs-js voices-pause: motion-reduce:hidden"
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

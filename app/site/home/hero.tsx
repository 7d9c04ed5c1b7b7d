import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { contactLink } from "#app/content/navigation.ts";
import type { HomePage } from "#app/content/pages/home.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { Tagline } from "#app/ui/tagline.tsx";
import heroDark from "#app/assets/art/hero-dark.svg?url";
import heroLight from "#app/assets/art/hero-light.svg?url";
import mobileDark from "#app/assets/art/hero-m-dark.svg?url";
import mobileLight from "#app/assets/art/hero-m-light.svg?url";
import tabletDark from "#app/assets/art/hero-t-dark.svg?url";
import tabletLight from "#app/assets/art/hero-t-light.svg?url";
import { DisplayText } from "../parts/display-text.tsx";
import { Lines } from "./lines.tsx";

const narrow = [
  { below: 700, light: mobileLight, dark: mobileDark, width: 390, height: 430 },
  { below: 1024, light: tabletLight, dark: tabletDark, width: 768, height: 540 },
];

/** The first screen. The header is placed over it. */
export function Hero({ title, lead, more }: HomePage["hero"]) {
  return (
    <section
      // No higher than the window, unless larger text needs more room.
      className="hero: relative flex flex-col min-h-[max(600px,_min(100svh,_62.5vw,_980px))] overflow-hidden lt-md:min-h-0"
      data-under-header
      aria-labelledby="hero-title"
    >
      <div className="wrap hero-body: relative z-1 flex flex-[1_0_auto] flex-col gap-24px justify-between py-[calc(var(--header)_+_clamp(32px,_6.4vh,_76px))_36px] [@media_(height<=780px),(width<1200px)]:justify-center lt-md:block lt-md:py-[calc(var(--header)_+_40px)_0] lt-sm:pt-[calc(var(--header)_+_24px)]">
        <div>
          <h1 id="hero-title" className="d1">
            <Lines lines={title} />
          </h1>
          <p className="hero-lead: max-w-17em mt-[clamp(24px,_3.2vw,_40px)] text-fluid-20-27 leading-1.32 [letter-spacing:-0.006em] text-balance lt-sm:mt-20px">
            <DisplayText>{lead}</DisplayText>
          </p>
          <div className="hero-actions: flex flex-wrap gap-[8px_28px] items-center mt-[clamp(28px,_3vw,_40px)] lt-sm:flex-col lt-sm:gap-6px lt-sm:items-stretch">
            <Link
              className="btn btn-accent"
              to={contactLink.to}
              data-event="call-to-action"
              data-event-data="hero"
              viewTransition
            >
              {contactLink.name}
              <span className="i-ph-arrow-right" aria-hidden="true" />
            </Link>
            <Link className="btn btn-text" to="#services" onClick={focusServices}>
              {more}
              <span className="i-ph-arrow-down" aria-hidden="true" />
            </Link>
          </div>
        </div>
        <Tagline words={brand.tagline} />
      </div>
      <ThemedArt
        className="hero-art: absolute inset-0 w-full h-full object-contain [object-position:100%] lt-md:static lt-md:h-auto lt-md:mt-4px"
        art={{ light: heroLight, dark: heroDark }}
        narrow={narrow}
        width={1440}
        height={900}
        fetchPriority="high"
      />
    </section>
  );
}

/** The router scrolls to a fragment but does not move the focus. */
function focusServices() {
  document.getElementById("services")?.focus({ preventScroll: true });
}

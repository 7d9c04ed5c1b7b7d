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
    <section className="hero" data-under-header aria-labelledby="hero-title">
      <div className="wrap hero-body">
        <div>
          <h1 id="hero-title" className="d1">
            <Lines lines={title} />
          </h1>
          <p className="hero-lead">
            <DisplayText>{lead}</DisplayText>
          </p>
          <div className="hero-actions">
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
        className="hero-art"
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

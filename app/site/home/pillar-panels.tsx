import { Link } from "react-router";
import type { PillarSlug } from "#app/content/pillars.ts";
import type { HomePage } from "#app/content/pages/home.ts";
import ai from "#app/assets/art/pillar-ai.svg?url";
import applications from "#app/assets/art/pillar-applications.svg?url";
import cloud from "#app/assets/art/pillar-cloud.svg?url";
import infrastructure from "#app/assets/art/pillar-infrastructure.svg?url";

const art: Record<PillarSlug, string> = { ai, cloud, applications, infrastructure };

/** Four panels, each a link. More of the panel is shown that is under the pointer or has the focus. */
export function PillarPanels({ title, items }: HomePage["pillars"]) {
  return (
    <section aria-labelledby="pillars-title">
      <h2 id="pillars-title" className="sr-only">
        {title}
      </h2>
      <ul className="pillars" data-event="pillar">
        {items.map(({ slug, name, line, to }) => (
          <li key={slug} className={`pillar pillar-${slug}`}>
            <Link
              to={to}
              prefetch="intent"
              viewTransition
              className="pillar-link: relative block flex-1 p-[clamp(22px,_2.2vw,_34px)_var(--pad)] overflow-hidden focus-visible:rounded-0 focus-visible:[outline-color:var(--pillar-ink)] focus-visible:outline-offset-[-8px] [@media_screen_and_(width>=_64em)]:pr-[var(--step)]"
            >
              <img src={art[slug]} alt="" width={520} height={460} loading="lazy" />
              <h3>{name}</h3>
              <p>{line}</p>
              <span className="pillar-go: absolute bottom-[clamp(20px,_2vw,_30px)] left-[var(--pad)] grid place-items-center w-48px h-48px [color:var(--pillar)] [background:var(--pillar-ink)] rounded-1/2 [transition-duration:0.2s] [transition-property:color,_background-color] [.pillar-link:is(:hover,:focus-visible)>&]:text-on-accent [.pillar-link:is(:hover,:focus-visible)>&]:bg-accent [@media_(width<43.75em)]:right-20px [@media_(width<43.75em)]:left-auto">
                <span className="i-ph-arrow-up-right" aria-hidden="true" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Bundle: parts
import { useId } from "react";
import { Link } from "react-router";
import { industries } from "#app/content/industries.ts";
import { services } from "#app/content/services.ts";
import { getPlate } from "../art.ts";

interface RelatedProps {
  title: string;
  /** Slugs of industries or services; the first four that the site has are shown. */
  slugs: readonly string[];
}

/** Up to four pictures, each a link to an industry or a service. */
export function Related({ title, slugs }: RelatedProps) {
  const titleId = useId();
  const subjects = slugs.flatMap(findSubject).slice(0, 4);
  if (subjects.length === 0) return null;
  return (
    <section className="related: pb-section" aria-labelledby={titleId}>
      <div className={`wrap related-grid related-${subjects.length}`}>
        <h2 id={titleId} className="d3">
          {title}
        </h2>
        <ul>
          {subjects.map(({ slug, name, line }) => (
            <li key={slug} className="card">
              <div className="related-plate: overflow-hidden [&>img]:w-full [&>img]:aspect-[4/3] [&>img]:object-cover [&>img]:[transition:transform_0.9s_var(--ease)]">
                <img src={getPlate(slug)} alt="" width={640} height={480} loading="lazy" />
              </div>
              <h3 className="h4">
                <Link to={`/${slug}`} className="stretched" prefetch="intent" viewTransition>
                  {name}
                </Link>
              </h3>
              <p>{line}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** What has the slug; nothing once it is no longer offered. */
function findSubject(slug: string) {
  return [...industries, ...services].filter((one) => one.slug === slug);
}

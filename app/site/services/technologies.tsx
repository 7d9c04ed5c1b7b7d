import { serviceTemplate } from "#app/content/pages/service-template.ts";
import type { ServicePage } from "#app/content/page-types.ts";

/** Names of products as plain text, by kind. No logos: using a product is not a partnership. */
export function Technologies({ groups }: { groups: ServicePage["technologies"] }) {
  const filled = groups.filter(({ names }) => names.length > 0);
  if (filled.length === 0) return null;
  return (
    <section
      className="section technologies: [&_h3]:mb-10px [&_h3]:pt-16px [&_h3]:text-ink-2 [&_h3]:type-600-15/1.4-text [&_h3]:tracking-0 [&_h3]:border-t-1.5px-ink [&_li_li]:py-3px [&_li_li]:type-600-fluid-18-23/1.25-display [&_li_li]:[letter-spacing:-0.015em] sm:[&_ul:has(>:nth-child(5)>ul)]:grid-cols-[repeat(3,_1fr)]"
      aria-labelledby="technologies-title"
    >
      <div className="wrap">
        <h2 id="technologies-title" className="d3">
          {serviceTemplate.technologies}
        </h2>
        <ul>
          {filled.map(({ group, names }) => (
            <li key={group}>
              <h3>{group}</h3>
              <ul>
                {names.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

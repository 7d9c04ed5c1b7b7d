import { serviceTemplate } from "#app/content/pages/service-template.ts";
import type { ServicePage } from "#app/content/page-types.ts";

/** Names of products as plain text, by kind. No logos: using a product is not a partnership. */
export function Technologies({ groups }: { groups: ServicePage["technologies"] }) {
  const filled = groups.filter(({ names }) => names.length > 0);
  if (filled.length === 0) return null;
  return (
    <section className="section technologies" aria-labelledby="technologies-title">
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

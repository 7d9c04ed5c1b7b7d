import type { Partner, PartnersPage } from "#app/content/pages/partners.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import { starPaths, starViewBox } from "#app/ui/star.ts";

/** Every kind of partner with the partners of that kind; placeholders say that they are. */
export function PartnerList({ categories, list }: Pick<PartnersPage, "categories" | "list">) {
  const hasPlaceholder = list.partners.some(({ placeholder }) => placeholder);
  return (
    <section className="section" aria-labelledby="partners-title">
      <div className="wrap">
        <SectionHead
          id="partners-title"
          title={list.title}
          note={
            hasPlaceholder && (
              <>
                <span className="rhomb partners-note" />
                {list.note}
              </>
            )
          }
        />
        <h3 className="h4 partners-kinds">{categories.title}</h3>
        <ul className="partners">
          {categories.items.map(({ id, title, text }) => (
            <li key={id}>
              <h4 className="h4">{title}</h4>
              <p>{text}</p>
              <ul>
                {list.partners
                  .filter(({ category }) => category === id)
                  .map((partner) => (
                    <PartnerEntry key={partner.what} {...partner} />
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function PartnerEntry({ name, what, placeholder }: Partner) {
  return (
    <li className={placeholder ? "partner partner-open" : "partner"}>
      <p className="partner-name">
        {placeholder && (
          <svg viewBox={starViewBox} width={28} height={28} aria-hidden="true">
            {starPaths.map((path) => (
              <path key={path} d={path} />
            ))}
          </svg>
        )}
        {name}
      </p>
      <p>{what}</p>
      {placeholder && <p className="partner-mark">Placeholder</p>}
    </li>
  );
}

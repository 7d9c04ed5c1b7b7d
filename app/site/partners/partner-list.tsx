import type { Partner, PartnersPage } from "#app/content/pages/partners.ts";
import { starPaths, starViewBox } from "#app/ui/star.ts";
import { PlaceholderNote } from "../parts/placeholder-note.tsx";

/** Every kind of partner with its partners. Placeholders are marked as such. */
export function PartnerList({ categories, list }: Pick<PartnersPage, "categories" | "list">) {
  if (categories.length === 0) return null;
  return (
    <section id="partners" className="section" aria-labelledby="partners-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="partners-title" className="d2">
            {list.title}
          </h2>
          <PlaceholderNote text={list.note} of={list.partners} />
        </div>
        <ul className="partners: border-t-1.5px-ink [&>li]:grid [&>li]:gap-[16px_gutter] [&>li]:py-[clamp(24px,_2.3vw,_34px)] [&>li]:border-b-1px-line [&>li>p]:text-ink-2 [&>li>ul]:grid [&>li>ul]:gap-16px md:[&>li]:grid-cols-[3fr_4fr_5fr] md:[&>li]:gap-gutter">
          {categories.map(({ id, title, text }) => (
            <li key={id}>
              <h3 className="h4">{title}</h3>
              <p>{text}</p>
              <PartnersOfKind mark={list.mark} partners={list.partners.filter(({ category }) => category === id)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function PartnersOfKind({ mark, partners }: { mark: string; partners: readonly Partner[] }) {
  if (partners.length === 0) return null;
  return (
    <ul>
      {partners.map((partner) => (
        <PartnerEntry key={partner.what} {...partner} mark={mark} />
      ))}
    </ul>
  );
}

function PartnerEntry({ name, what, placeholder, mark }: Partner & { mark: string }) {
  return (
    <li className={placeholder ? "partner partner-open" : "partner"}>
      <p className="partner-name: flex flex-wrap gap-[4px_10px] items-center mb-8px type-600-22/1.2-display [letter-spacing:-0.015em] [&>svg]:fill-current [&>b]:ml-auto [&>b]:text-warn [&>b]:type-600-15/1.4-text [&>b]:tracking-0">
        {placeholder && (
          <svg viewBox={starViewBox} width={28} height={28} aria-hidden="true">
            {starPaths.map((path) => (
              <path key={path} d={path} />
            ))}
          </svg>
        )}
        {name}
        {placeholder && <b>{mark}</b>}
      </p>
      <p>{what}</p>
    </li>
  );
}

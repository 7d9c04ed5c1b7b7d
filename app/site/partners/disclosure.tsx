import type { PartnersPage } from "#app/content/pages/partners.ts";

/** The rules on money, in the one block of colour on the page. */
export function Disclosure({ title, lead, items }: PartnersPage["disclosure"]) {
  return (
    <section className="gold section" aria-labelledby="disclosure-title">
      <div className="wrap disclosure">
        <h2 id="disclosure-title" className="d2">
          {title}
        </h2>
        <p className="lead">{lead}</p>
        <ul>
          {items.map((item) => (
            <li key={item.title}>
              <h3 className="h4">{item.title}</h3>
              <p>{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import { careers } from "#app/content/pages/careers.ts";

/** What interviewers ask beside what they never ask. */
export function Asking() {
  const { title, ask, neverAsk, note } = careers.asking;
  return (
    <section className="section" aria-labelledby="asking">
      <div className="wrap">
        <div className="section-head">
          <h2 id="asking" className="d2">
            {title}
          </h2>
          <p className="muted">{note}</p>
        </div>
        <div className="asking">
          <Column title="We ask" icon="i-ph-check-bold" items={ask} />
          <Column title="We never ask" icon="i-ph-x-bold" items={neverAsk} />
        </div>
      </div>
    </section>
  );
}

function Column({ title, icon, items }: { title: string; icon: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="h4">{title}</h3>
      <ul className="marked">
        {items.map((item) => (
          <li key={item}>
            <span className={icon} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

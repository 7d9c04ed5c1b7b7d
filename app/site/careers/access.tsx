import { careers } from "#app/content/pages/careers.ts";

/** How to get adjustments before an interview. */
export function Access() {
  const { title, paragraphs, adjustments } = careers.access;
  return (
    <section className="section bg-surface" aria-labelledby="access">
      <div className="wrap split">
        <h2 id="access" className="d3">
          {title}
        </h2>
        <div className="plain">
          {paragraphs.map((text) => (
            <p key={text} className="muted">
              {text}
            </p>
          ))}
          <ul className="marked">
            {adjustments.map((item) => (
              <li key={item}>
                <span className="rhomb" />
                {item}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

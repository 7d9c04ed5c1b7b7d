// Bundle: insights
import { labels } from "#app/content/labels.ts";
import { Link } from "react-router";
import { insights } from "#app/content/pages/insights.ts";

/** Shown instead of articles while the database does not answer. */
export function Unavailable() {
  const { title, text } = insights.unavailable;
  return (
    <section className="wrap notice" aria-labelledby="unavailable-title">
      <div>
        <h1 id="unavailable-title" className="d2">
          {title}
        </h1>
        <p className="lead">{text}</p>
        <div className="notice-actions">
          <Link className="btn btn-outline" to="/" viewTransition>
            {labels.toHome}
          </Link>
        </div>
      </div>
    </section>
  );
}

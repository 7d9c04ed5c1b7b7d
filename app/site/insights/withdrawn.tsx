import { Link } from "react-router";
import missing from "#app/assets/art/plate-missing.svg?url";
import { insights } from "#app/content/pages/insights.ts";
import type { InsightCard } from "#worker/insights/insight-cards.ts";

/** The page for a withdrawn article, with links to its category, if that has other articles, and to all articles. */
export function Withdrawn({ category }: { category: InsightCard["category"] | null }) {
  const { title, text } = insights.withdrawn;
  return (
    <section className="wrap notice" aria-labelledby="withdrawn-title">
      <div>
        <h1 id="withdrawn-title" className="d2">
          {title}
        </h1>
        <p className="lead">{text}</p>
        <div className="notice-actions">
          {category && (
            <Link className="btn btn-accent" to={`/insights/category/${category.slug}`} viewTransition>
              {insights.withdrawn.category(category.name)}
            </Link>
          )}
          <Link className={category ? "btn btn-outline" : "btn btn-accent"} to="/insights" viewTransition>
            {insights.withdrawn.all}
          </Link>
        </div>
      </div>
      <img src={missing} alt="" width={640} height={480} />
    </section>
  );
}

// Bundle: insights
import { insights } from "#app/content/pages/insights.ts";
import { Link } from "react-router";
import type { InsightCard as Card } from "#worker/insights/insight-cards.ts";

/** The first article of a listing: cover at the left, text at the right. */
export function LeadCard({ post }: { post: Card }) {
  return (
    <article
      className="card lead-card: grid gap-[clamp(24px,_4vw,_64px)] [&_h2]:mt-12px md:grid-cols-[7fr_5fr] md:items-center print:[break-inside:avoid]"
      data-event="article"
    >
      <Cover post={post} eager />
      <div>
        <Facts post={post} />
        <h2 className="d3">
          <Link to={`/insights/${post.slug}`} className="stretched" viewTransition>
            {post.title}
          </Link>
        </h2>
        <p className="lead">{post.dek}</p>
        <span className="more" aria-hidden="true">
          {insights.article.read} <span className="i-ph-arrow-right" />
        </span>
      </div>
    </article>
  );
}

/** Articles in a grid of three columns. `heading` is the level of their titles. */
export function InsightGrid({ posts, heading: Heading = "h2" }: { posts: readonly Card[]; heading?: "h2" | "h3" }) {
  return (
    <ul
      className="post-grid: grid gap-[clamp(40px,_4vw,_64px)_gutter] sm:grid-cols-[1fr_1fr] md:grid-cols-[repeat(3,_1fr)] print:[&>li]:[break-inside:avoid]"
      data-event="article"
    >
      {posts.map((post) => (
        <li key={post.slug} className="card">
          <Cover post={post} />
          <Heading>
            <Link to={`/insights/${post.slug}`} className="stretched" viewTransition>
              {post.title}
            </Link>
          </Heading>
          <Facts post={post} />
        </li>
      ))}
    </ul>
  );
}

function Facts({ post: { category, minutes } }: { post: Card }) {
  return (
    <p className="post-facts: text-ink-2 text-15">
      {category.name}, {insights.article.minutes(minutes)}
    </p>
  );
}

/** The cover of an article. Decorative, because the title is beside it. */
function Cover({ post: { cover }, eager = false }: { post: Card; eager?: boolean }) {
  return (
    <div className="post-cover: overflow-hidden bg-surface-2 [&>img]:w-full [&>img]:aspect-[4/3] [&>img]:object-cover [&>img]:[transition:transform_0.9s_var(--ease)]">
      {cover && (
        <img
          src={cover.card}
          alt=""
          width={640}
          height={480}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
        />
      )}
    </div>
  );
}

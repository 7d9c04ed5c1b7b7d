import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { industries } from "#app/content/industries.ts";
import { services } from "#app/content/services.ts";
import { insights } from "#app/content/pages/insights.ts";
import { formatDay } from "#shared/dates/format-day.ts";
import { applyTheme, readSystemTheme, readTheme } from "#app/client/theme.ts";
import type { InsightCard } from "#worker/insights/insight-cards.ts";
import type { Article } from "#worker/insights/read-article.ts";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import { DisplayText } from "../parts/display-text.tsx";
import { Contents } from "./contents.tsx";
import { InsightGrid } from "./insight-card.tsx";
import { ShareLinks } from "./share-links.tsx";
import { useRouterLinks } from "./use-router-links.ts";
import "./recipes.ts";

interface ArticleViewProps {
  article: Article;
  related: readonly InsightCard[];
  /** Paths of services and industries that it is about. */
  subjects: readonly string[];
  /** The article's canonical address, for sharing. */
  url: string;
}

/** The breadcrumb of an article. */
export function buildTrail({ category }: Article) {
  return [
    { to: "/insights", name: "Insights" },
    { to: `/insights/category/${category.slug}`, name: category.name },
  ];
}

export function ArticleView({ article, related, subjects, url }: ArticleViewProps) {
  const text = useRef<HTMLDivElement>(null);
  useRouterLinks(text);
  useLayoutEffect(showThemeInText, [article.html]);
  const [next] = related;
  return (
    <>
      <article className="article">
        <ArticleHead article={article} url={url} />
        <Cover cover={article.cover} />
        <div className="wrap article-body">
          <Contents headings={article.contents} />
          <div className="article-text">
            {/* Rendered by worker/insights/render-markdown.ts when it was saved; HTML in the source is escaped. */}
            <div ref={text} className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
            <ArticleEnd article={article} subjects={subjects} />
          </div>
          {next && (
            <aside className="read-next" aria-label={insights.article.next}>
              <p>{insights.article.next}</p>
              <InsightGrid posts={[next]} />
            </aside>
          )}
        </div>
      </article>
      {related.length > 0 && (
        <section className="wrap related-posts" aria-labelledby="related">
          <h2 id="related" className="d3">
            {insights.article.related}
          </h2>
          <InsightGrid posts={related} heading="h3" />
        </section>
      )}
    </>
  );
}

/** After a client navigation the pictures in the text follow the system's theme, which may not be the one shown. */
function showThemeInText() {
  const theme = readTheme();
  if (theme !== readSystemTheme()) applyTheme(theme);
}

function ArticleHead({ article, url }: { article: Article; url: string }) {
  const { title, dek, authors, publishedAt, updatedAt, minutes } = article;
  const published = toDay(publishedAt);
  const updated = toDay(updatedAt);
  return (
    <header className="wrap article-head">
      <Breadcrumb trail={buildTrail(article)} here={title} />
      <h1 className="question">
        <DisplayText>{title}</DisplayText>
      </h1>
      <p className="lead">{dek}</p>
      <div className="byline">
        <ul>
          {authors.map(({ slug, name, role }) => (
            <li key={slug}>
              <Link to={`/insights/author/${slug}`} viewTransition>
                {name}
              </Link>
              {role}
            </li>
          ))}
        </ul>
        <p>
          <time dateTime={published}>{formatDay(published)}</time>
        </p>
        {updated > published && (
          <p>
            {insights.article.changed} <time dateTime={updated}>{formatDay(updated)}</time>
          </p>
        )}
        <p>{insights.article.minutes(minutes)}</p>
        <ShareLinks url={url} title={title} />
      </div>
    </header>
  );
}

function Cover({ cover }: Pick<Article, "cover">) {
  if (!cover) return null;
  return (
    <picture>
      <source media="(max-width:699px)" srcSet={cover.card} width={640} height={480} />
      <img className="article-cover" src={cover.wide} alt={cover.alt} width={1440} height={520} fetchPriority="high" />
    </picture>
  );
}

function ArticleEnd({ article: { tags, authors }, subjects }: Pick<ArticleViewProps, "article" | "subjects">) {
  const named = [...services, ...industries].filter(({ slug }) => subjects.includes(`/${slug}`));
  return (
    <footer className="article-end">
      {tags.length > 0 && (
        <ul className="chips" aria-label={insights.article.tags}>
          {tags.map(({ slug, name }) => (
            <li key={slug}>
              <Link to={`/insights/tag/${slug}`} className="chip" viewTransition>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {named.length > 0 && (
        <p className="chips">
          {insights.article.subjects}
          {named.map(({ slug, name }) => (
            <Link key={slug} to={`/${slug}`} className="chip" viewTransition>
              {name}
            </Link>
          ))}
        </p>
      )}
      {authors
        .filter(({ bio }) => bio !== "")
        .map(({ name, bio }) => (
          <p key={name} className="author-note">
            <b>{name}</b> {bio}
          </p>
        ))}
    </footer>
  );
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

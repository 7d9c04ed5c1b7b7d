import type { BlogPosting } from "schema-dts";
import type { Article } from "#worker/insights/read-article.ts";

/** An article for search engines (schema.org BlogPosting). */
export function buildBlogPosting(article: Article, origin: string): BlogPosting {
  const url = `${origin}/insights/${article.slug}`;
  return {
    "@type": "BlogPosting",
    "@id": `${url}#article`,
    mainEntityOfPage: { "@id": url },
    url,
    headline: article.title,
    description: article.dek,
    ...(article.shareImage && { image: [`${origin}${article.shareImage}`] }),
    datePublished: new Date(article.publishedAt).toISOString(),
    dateModified: new Date(Math.max(article.updatedAt, article.publishedAt)).toISOString(),
    author: article.authors.map(({ slug, name }) => ({
      "@type": "Person",
      name,
      url: `${origin}/insights/author/${slug}`,
    })),
    publisher: { "@id": `${origin}/#organization` },
    articleSection: article.category.name,
    keywords: article.tags.map(({ name }) => name).join(", "),
    wordCount: article.words,
    timeRequired: `PT${article.minutes}M`,
    inLanguage: "en-GB",
    isAccessibleForFree: true,
  };
}

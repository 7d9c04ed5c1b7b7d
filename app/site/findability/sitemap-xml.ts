import { escapeHtml } from "#shared/text/escape-html.ts";

/** A part of the sitemap: what it lists, and which of several parts of that kind it is ("" for the only one). */
export interface SitemapPart {
  kind: "pages" | "topics" | "articles" | "openings";
  part: string;
}

interface Entry {
  url: string;
  /** ISO 8601 day of its last change, if known. */
  changed?: string | undefined;
}

const elements = { urlset: "url", sitemapindex: "sitemap" } as const;

/** A sitemap, or an index of sitemaps, as sitemaps.org has it (version 0.9). */
export function writeSitemap(root: keyof typeof elements, entries: readonly Entry[]): string {
  const element = elements[root];
  const lines = entries.map(({ url, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
    return `  <${element}><loc>${escapeHtml(url)}</loc>${lastmod}</${element}>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>`,
    "",
  ].join("\n");
}

/** Name of a part in its address, such as "articles.xml" or "articles-7.xml". */
export function namePart({ kind, part }: SitemapPart): string {
  return `${kind}${part && `-${part}`}.xml`;
}

/** Reads what `namePart` writes; null when it is no such name. */
export function parsePart(name: string): SitemapPart | null {
  const [, kind, part = ""] = /^(pages|topics|articles|openings)(?:-([0-9a-f]{1,3}))?\.xml$/.exec(name) ?? [];
  if (!kind || (part && (kind === "pages" || kind === "topics"))) return null;
  return { kind: kind as SitemapPart["kind"], part };
}

import type { Losses } from "#shared/insights/losses.ts";

/** What three plugins for search engines keep in custom fields. */
export function readSearchFields(meta: ReadonlyMap<string, string>, title: string, losses: Losses) {
  const first = (...names: string[]) =>
    names.map((name) => meta.get(name)?.trim() ?? "").find((one) => one !== "") ?? "";
  const robots = first("rank_math_robots");
  return {
    seoTitle: fill(first("_yoast_wpseo_title", "rank_math_title", "_aioseo_title"), title, losses),
    seoDescription: fill(first("_yoast_wpseo_metadesc", "rank_math_description", "_aioseo_description"), title, losses),
    canonicalUrl: first("_yoast_wpseo_canonical", "rank_math_canonical_url") || null,
    noindex: first("_yoast_wpseo_meta-robots-noindex") === "1" || robots.includes("noindex"),
  };
}

/** Their texts hold names in place of words: the title is known, the name of the other site is not wanted. */
function fill(text: string, title: string, losses: Losses): string {
  if (!/%%?\w+%%?|#\w+_\w+/.test(text)) return text;
  const filled = text
    .replaceAll(/%%?title%%?|#post_title/g, () => title)
    .replaceAll(/%%?(?:sep|page|sitename|sitedesc|pagenumber)%%?|#(?:separator_sa|site_title|tagline)/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (/%%\w+%%|%\w+%|#\w+_\w+/.test(filled)) {
    losses.add("searchFields", "a text that was put together from other fields");
    return "";
  }
  return filled === title ? "" : filled;
}

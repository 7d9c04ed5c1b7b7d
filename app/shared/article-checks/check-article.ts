import type { Texts } from "./check-link.ts";
import { checkText } from "./check-text.ts";
import type { Finding, PlaceField } from "./finding.ts";
import type { Reading } from "./reading-level.ts";
import { descriptionLimit, titleLimit } from "./search-limits.ts";

/** What the checks look at, as drafts have it (worker/insights/post-draft.ts). */
interface CheckedDraft {
  slug: string;
  title: string;
  dek: string;
  categoryId: string;
  authorIds: readonly string[];
  markdown: string;
  cover: object | null;
  pictures: object | null;
  coverAlt: string | null;
  seoTitle: string;
  seoDescription: string;
  canonicalUrl: string | null;
  noindex: boolean;
}

/** What the checks know besides the article. */
export interface CheckedSite {
  /** Paths of the site's pages, such as "/contact". */
  pages: Texts;
  /** Slugs of other articles. */
  takenSlugs: Texts;
  /** Address of the site, such as "https://example.com". */
  origin: string;
}

export interface CheckInput extends CheckedSite {
  draft: CheckedDraft;
  /** Contrast of the title with an uploaded picture on the image for shared links, 1..21; null where none is laid on. */
  titleContrast?: number | null;
  /** When it is to appear and to vanish, epoch milliseconds. */
  times?: { publishAt: number | null; unpublishAt: number | null };
}

/** A shorter description says too little. */
const shortDescription = 50;
/** WCAG 2.2 asks for it of text. */
const leastContrast = 4.5;

const ranks = { error: 0, warning: 1, hint: 2 };

export interface Examined {
  /** Errors first. */
  findings: Finding[];
  reading: Reading | null;
  /** What is in order, in words. */
  passed: string[];
}

/**
 * What is to be put right before an article is published, what is in order, and how hard its text is to read. Pure; never
 * throws, whatever the Markdown.
 */
export function examineArticle(input: CheckInput): Examined {
  const { draft, pages, origin } = input;
  const text = checkText(draft.markdown, { pages, origin, ownPath: `/insights/${draft.slug}` });
  const { reading } = text;
  const hard: Finding[] = reading?.isHard
    ? [{ level: "warning", text: `${reading.words}. Shorter sentences and words help.`, place: { line: 1 } }]
    : [];
  const findings = [...checkFields(input), ...text.findings, ...hard];
  const { length } = draft.seoTitle || draft.title;
  const fits = length > 0 && length <= titleLimit ? [`Title fits search results (${length} of ${titleLimit})`] : [];
  return {
    findings: findings.toSorted((a, b) => ranks[a.level] - ranks[b.level]),
    reading,
    passed: [...fits, ...text.passed],
  };
}

/** As `examineArticle`, the findings alone. */
export function checkArticle(input: CheckInput): Finding[] {
  return examineArticle(input).findings;
}

function checkFields({ draft, takenSlugs, origin, titleContrast = null, times }: CheckInput): Finding[] {
  const found: Finding[] = [];
  const find = (level: Finding["level"], field: PlaceField, text: string) =>
    found.push({ level, text, place: { field } });
  if (draft.title.trim() === "") find("error", "title", "Give the article a title.");
  if (draft.markdown.trim() === "") found.push({ level: "error", text: "There is no text yet.", place: { line: 1 } });
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.slug) || draft.slug.length > 120)
    find("error", "slug", "An address has small letters, digits and single hyphens.");
  else if (takenSlugs.has(draft.slug)) find("error", "slug", `Another article is at /insights/${draft.slug}.`);
  if (!draft.categoryId) find("error", "category", "Choose a category.");
  if (draft.authorIds.length === 0) find("error", "authors", "Name at least one author.");
  if (draft.dek.trim() === "") find("warning", "dek", "Say in a sentence or two what the article is about.");
  checkCover(draft, titleContrast, find);
  checkSearch(draft, origin, find);
  if (times?.unpublishAt != null && times.unpublishAt <= (times.publishAt ?? Number.NEGATIVE_INFINITY))
    find("error", "unpublishAt", "It would vanish before it appears.");
  return found;
}

type Find = (level: Finding["level"], field: PlaceField, text: string) => void;

function checkCover({ cover, pictures, coverAlt }: CheckedDraft, contrast: number | null, find: Find): void {
  if (!cover && !pictures) return find("warning", "cover", "The article has no cover.");
  if (coverAlt === null) find("error", "coverAlt", "Describe the cover, or mark it as decorative.");
  if (!pictures) find("warning", "cover", "The cover is not stored yet, so readers would see none.");
  if (contrast !== null && contrast < leastContrast)
    find(
      "warning",
      "cover",
      `On the shared image the title has a contrast of ${contrast.toFixed(1)} to 1; it needs 4.5.`,
    );
}

function checkSearch(draft: CheckedDraft, origin: string, find: Find): void {
  const { title, seoTitle, dek, seoDescription, canonicalUrl, noindex } = draft;
  const shown = seoTitle || title;
  if (shown.length > titleLimit)
    find("warning", "seoTitle", `Search results cut titles after ${titleLimit} characters; this has ${shown.length}.`);
  const description = seoDescription || dek;
  if (description.length > descriptionLimit)
    find(
      "warning",
      "seoDescription",
      `Search results cut descriptions after ${descriptionLimit} characters; this has ${description.length}.`,
    );
  else if (description !== "" && description.length < shortDescription)
    find("hint", "seoDescription", `A description of ${description.length} characters says little in a search result.`);
  if (canonicalUrl && URL.parse(canonicalUrl)?.origin === origin)
    find("warning", "canonicalUrl", "This names a page of this site as the original. Leave it empty if this is it.");
  if (noindex) find("hint", "noindex", "Search engines are told to leave this article out.");
}

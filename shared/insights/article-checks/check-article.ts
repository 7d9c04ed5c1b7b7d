import { checkText } from "./check-text.ts";
import { describeLack, type Lack } from "./check-link.ts";
import type { Doubt, Finding, PlaceField } from "./finding.ts";
import type { Reading } from "./reading-level.ts";
import { descriptionLimit, titleLimit } from "./search-limits.ts";

/** What the checks look at, as drafts have it (worker/insights/insight-draft.ts). */
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

export interface CheckInput {
  draft: CheckedDraft;
  /** Address of the site, such as "https://example.com". */
  origin: string;
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

/** What an article says of itself, and what is to be asked of the site (`settleDoubts`). */
export interface Examined {
  findings: Finding[];
  doubts: Doubt[];
  /** How many links may be followed if all doubts are settled well; null where one may not, or there is none. */
  links: number | null;
  reading: Reading | null;
  /** What is in order, in words. */
  passed: string[];
}

export interface Checked {
  /** Errors first. */
  findings: Finding[];
  reading: Reading | null;
  /** What is in order, in words. */
  passed: string[];
}

/** What the site has answered. */
export interface SiteFacts {
  /** What is missing at an address that was doubted; "nothing" where it leads somewhere, undefined where nobody knows yet. */
  readLack: (address: string) => Lack | "nothing" | undefined;
  /** The slug of the article, where another one has it; null where it is free. */
  takenSlug: string | null;
}

/**
 * What is to be put right before an article is published, what is in order, and how hard its text is to read. Pure; never
 * throws, whatever the Markdown.
 */
export function examineArticle(input: CheckInput): Examined {
  const { draft, origin } = input;
  const text = checkText(draft.markdown, { origin, ownPath: `/insights/${draft.slug}` });
  const { reading } = text;
  const hard: Finding[] = reading?.isHard
    ? [{ level: "warning", text: `${reading.words}. Shorter sentences and words help.`, place: { line: 1 } }]
    : [];
  const { length } = draft.seoTitle || draft.title;
  const fits = length > 0 && length <= titleLimit ? [`Title fits search results (${length} of ${titleLimit})`] : [];
  return {
    ...text,
    findings: [...checkFields(input), ...text.findings, ...hard],
    passed: [...fits, ...text.passed],
  };
}

/** What was found, now that the site has answered. A doubt of which nobody knows is no finding. */
export function settleDoubts(examined: Examined, { readLack, takenSlug }: SiteFacts): Checked {
  const { findings, doubts, links, reading, passed } = examined;
  const lacks = doubts.map(({ address }) => readLack(address));
  const dead = doubts.flatMap(({ address, place }, at): Finding[] => {
    const lack = lacks[at];
    return lack === undefined || lack === "nothing"
      ? []
      : [{ level: "error", text: describeLack(address, lack), place }];
  });
  const taken: Finding[] =
    takenSlug === null
      ? []
      : [{ level: "error", text: `Another article is at /insights/${takenSlug}.`, place: { field: "slug" } }];
  const areInOrder = links !== null && lacks.every((lack) => lack === "nothing");
  return {
    findings: [...taken, ...findings, ...dead].toSorted(
      (a, b) => ranks[a.level] - ranks[b.level] || findLine(a) - findLine(b),
    ),
    reading,
    passed: areInOrder ? [...passed, links === 1 ? "The link is in order" : `All ${links} links are in order`] : passed,
  };
}

/** Fields come before the text. */
function findLine({ place }: Finding): number {
  return "line" in place ? place.line : 0;
}

function checkFields({ draft, origin, titleContrast = null, times }: CheckInput): Finding[] {
  const found: Finding[] = [];
  const find = (level: Finding["level"], field: PlaceField, text: string) =>
    found.push({ level, text, place: { field } });
  if (draft.title.trim() === "") find("error", "title", "Give the article a title.");
  if (draft.markdown.trim() === "") found.push({ level: "error", text: "There is no text yet.", place: { line: 1 } });
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.slug) || draft.slug.length > 120)
    find("error", "slug", "An address has small letters, digits and single hyphens.");
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

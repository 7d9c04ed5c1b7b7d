import { markdownToHtml } from "#app/writing-kit/foreign-markdown/markdown-to-html.ts";
import { parseHtml } from "#app/writing-kit/sieve/parse-html.ts";
import { writeHtml } from "#app/writing-kit/sieve/write-html.ts";
import { judgeHtml } from "#app/writing-kit/sieve/judge-html.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";
import type { Losses } from "#shared/insights/losses.ts";

type Card = Readonly<Record<string, unknown>>;

/** Cards of both of Ghost's editors, by the names of either. */
const writers: Readonly<Record<string, (card: Card, losses: Losses) => string>> = {
  image: (card) => writePicture(card),
  gallery: writeGallery,
  bookmark: writeBookmark,
  embed: writeEmbed,
  html: (card) => markup(card, "html"),
  markdown: (card, losses) => markdownToHtml(text(card, "markdown"), losses),
  "card-markdown": (card, losses) => markdownToHtml(text(card, "markdown"), losses),
  code: (card) => writeCode(card),
  codeblock: (card) => writeCode(card),
  callout: (card) =>
    `<div data-import="note" data-title="${escapeHtml(text(card, "calloutEmoji"))}">${markup(card, "calloutText")}</div>`,
  toggle: (card, losses) => {
    losses.add("other", "a part that folds out: it is always open");
    return `<p><strong>${markup(card, "heading")}</strong></p>${markup(card, "content")}`;
  },
  button: (card) => writeButton(card, "buttonText", "buttonUrl"),
  header: writeHeader,
  file: (card, losses) => {
    losses.add("other", "a file to download: a link is in its place");
    const name = text(card, "fileTitle") || text(card, "fileName") || "File";
    return link(text(card, "src"), escapeHtml(name)) + paragraph(markup(card, "fileCaption"));
  },
  video: (card) => `<video src="${attribute(card, "src")}"></video>${paragraph(markup(card, "caption"))}`,
  audio: (card) => `<audio src="${attribute(card, "src")}" title="${attribute(card, "title")}"></audio>`,
  product: writeProduct,
  "call-to-action": (card, losses) => {
    losses.add("other", "a call to action: its text and its link are kept");
    const sponsor = card.hasSponsorLabel === false ? "" : markup(card, "sponsorLabel");
    return (
      sponsor + picture(card, "imageUrl") + markup(card, "textValue") + writeButton(card, "buttonText", "buttonUrl")
    );
  },
  horizontalrule: () => "<hr>",
  hr: () => "<hr>",
  "before-after": (card, losses) => {
    losses.add("other", "two pictures to compare: they follow each other");
    const sides = [card.beforeImage, card.afterImage].filter(
      (side): side is Card => typeof side === "object" && side !== null,
    );
    return sides.map(writePicture).join("");
  },
  email: (card, losses) => gone(losses, "a part that is for mails alone", words(card, "html")),
  "email-cta": (card, losses) =>
    gone(losses, "a part that is for mails alone", `${words(card, "html")} ${words(card, "buttonText")}`),
  paywall: (_card, losses) => gone(losses, "the line from which only members may read"),
  signup: writeSignup,
  nft: (card) => link(text(card, "url"), escapeHtml(text(card, "url"))),
};

export function isCard(name: string): boolean {
  return Object.hasOwn(writers, name);
}

/** A card as HTML, which is not safe: captions and HTML cards hold what somebody wrote. */
export function writeCard(name: string, card: Card, losses: Losses): string {
  return writers[name]?.(card, losses) ?? "";
}

function gone(losses: Losses, what: string, text = ""): string {
  losses.add("other", text.trim() === "" ? what : `${what}: ${text.trim()}`);
  return "";
}

/** The words of a field, without marks. */
function words(card: Card, name: string): string {
  return text(card, name).replaceAll(/<[^<>]*>/g, " ");
}

function text(card: Card, name: string): string {
  const value = card[name];
  return typeof value === "string" ? value : "";
}

/** What somebody wrote as HTML. A tag that it leaves open would take in what follows, so it is closed. */
function markup(card: Card, name: string): string {
  const html = text(card, name);
  judgeHtml(html);
  return /[<&]/.test(html) ? writeHtml(parseHtml(html).body) : html;
}

function attribute(card: Card, name: string): string {
  return escapeHtml(text(card, name));
}

/** Newer versions have paragraphs in their captions, older ones words alone. */
function paragraph(html: string): string {
  return html.trim() === "" ? "" : `<div>${html}</div>`;
}

function link(address: string, words: string): string {
  return address === "" ? paragraph(words) : `<p><a href="${escapeHtml(address)}">${words}</a></p>`;
}

function picture(card: Card, name: string): string {
  return text(card, name) === "" ? "" : `<figure><img src="${attribute(card, name)}" alt=""></figure>`;
}

function writePicture(card: Card): string {
  const image = `<img src="${attribute(card, "src")}" alt="${attribute(card, "alt")}" title="${attribute(card, "title")}">`;
  const linked = text(card, "href") === "" ? image : `<a href="${attribute(card, "href")}">${image}</a>`;
  return `<figure>${linked}<figcaption>${markup(card, "caption")}</figcaption></figure>`;
}

function writeGallery(card: Card): string {
  const images = Array.isArray(card.images) ? (card.images as (Card | null)[]) : [];
  const figures = images.map((image) => (image ? writePicture(image) : "")).join("");
  return `<figure>${figures}<figcaption>${markup(card, "caption")}</figcaption></figure>`;
}

/** A page elsewhere with its picture: a link with its title, and its description. */
function writeBookmark(card: Card, losses: Losses): string {
  const about = (card.metadata ?? card) as Card;
  const address = text(card, "url") || text(about, "url");
  losses.add("other", "a bookmark with a picture: a link is in its place");
  const title = text(about, "title") || address;
  const description = text(about, "description");
  const by = [text(about, "author"), text(about, "publisher")].filter(Boolean).join(", ");
  return `<p><a href="${escapeHtml(address)}">${escapeHtml(title)}</a>${description ? `<br>${escapeHtml(description)}` : ""}${by ? `<br>${escapeHtml(by)}` : ""}</p>${paragraph(markup(card, "caption"))}`;
}

function writeEmbed(card: Card, losses: Losses): string {
  const caption = paragraph(markup(card, "caption"));
  const address = text(card, "url");
  if (address === "") return markup(card, "html") + caption;
  const title = text((card.metadata ?? {}) as Card, "title");
  losses.add("other", "an embed: a link is in its place");
  return link(address, escapeHtml(title || address)) + caption;
}

function writeCode(card: Card): string {
  const language = text(card, "language").trim().split(/\s/)[0] ?? "";
  return `<pre class="language-${escapeHtml(language)}"><code>\n${attribute(card, "code")}</code></pre>${paragraph(markup(card, "caption"))}`;
}

function writeButton(card: Card, words: string, address: string): string {
  if (text(card, words) === "") return "";
  return link(text(card, address), attribute(card, words));
}

/** A form of the other system: what it says stays, what it does cannot. */
function writeSignup(card: Card, losses: Losses): string {
  losses.add("forms", `a form to sign up: ${words(card, "buttonText")}`);
  const heading = markup(card, "header");
  const parts = ["subheader", "disclaimer"].map((name) => paragraph(markup(card, name)));
  return (heading ? `<h2>${heading}</h2>` : "") + parts.join("");
}

function writeHeader(card: Card, losses: Losses): string {
  const background = text(card, "backgroundImageSrc") || text(card, "backgroundImage");
  if (background !== "") losses.add("pictures", background);
  losses.add("other", "a large heading with a background: its text is kept");
  const heading = markup(card, "header") || markup(card, "heading");
  return `${heading ? `<h2>${heading}</h2>` : ""}${paragraph(markup(card, "subheader") || markup(card, "subheading"))}${writeButton(card, "buttonText", "buttonUrl")}`;
}

function writeProduct(card: Card, losses: Losses): string {
  losses.add("other", "a product with its rating: its text is kept");
  const title = markup(card, "productTitle");
  return `${picture(card, "productImageSrc")}${title ? `<h3>${title}</h3>` : ""}${markup(card, "productDescription")}${writeButton(card, "productButton", "productUrl")}`;
}

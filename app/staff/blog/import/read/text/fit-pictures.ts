import { createArticleMarkdown, isSafeAddress } from "#app/shared/article-markdown.ts";
import type { Losses } from "../losses.ts";
import { makeElement, putAfter } from "./dom.ts";
import type { TextOptions } from "./html-to-markdown.ts";

const markdown = createArticleMarkdown();
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#].*)?$/i;

/**
 * Pictures as the schema takes them: `/0`, `/1` and so on for the addresses that are returned, because it takes those of
 * this site alone. A picture with its caption becomes a figure.
 */
export function fitPictures(body: Element, options: TextOptions, embedded: Map<string, Blob>): string[] {
  const addresses: string[] = [];
  for (const picture of body.querySelectorAll("img")) {
    const address = placeOne(picture, options, embedded);
    const alt = picture.getAttribute("alt") ?? "";
    const title = picture.getAttribute("title") ?? "";
    for (const name of picture.getAttributeNames()) picture.removeAttribute(name);
    if (address === null) {
      picture.replaceWith(alt);
      continue;
    }
    picture.setAttribute("src", `/${addresses.length}`);
    picture.setAttribute("alt", cleanText(alt));
    if (title.trim() && title.trim() !== alt.trim()) picture.setAttribute("title", cleanText(title));
    addresses.push(address);
    unlinkFromItself(picture, address);
  }
  // Inner ones first: a gallery holds the figures of its pictures.
  for (const figure of [...body.querySelectorAll("figure")].toReversed()) fitFigure(figure, options.losses);
  for (const caption of body.querySelectorAll("figcaption")) caption.replaceWith(...caption.childNodes);
  return addresses;
}

/** Its address here, or null for a picture that an article does not have. */
function placeOne(picture: Element, options: TextOptions, embedded: Map<string, Blob>): string | null {
  const { losses, placePicture } = options;
  const alt = picture.getAttribute("alt") ?? "";
  if (/(?:^|\s)(?:wp-smiley|emoji)(?:\s|$)/.test(picture.className)) return null;
  const isDot = (name: string) => /^[01](?:px)?$/.test(picture.getAttribute(name) ?? "");
  if (isDot("width") && isDot("height")) return refuse(losses, "a picture of one pixel, which counts readers", picture);
  const given = findSource(picture);
  if (given === "") return refuse(losses, "a picture without an address", picture);
  if (/^data:/i.test(given)) {
    const blob = readDataAddress(given);
    if (!blob) return refuse(losses, "a picture inside the text, of a kind that cannot be read", picture);
    const name = `in-text-${embedded.size + 1}.${blob.type.slice(6).replace("jpeg", "jpg")}`;
    embedded.set(name, blob);
    return name;
  }
  const whole = given.replace(/^\/\//, "https://");
  if (!isSafeAddress(whole) || /^mailto:/i.test(whole))
    return refuse(losses, "a picture whose address is not safe", picture);
  const address = markdown.normalizeLink(placePicture?.(whole, picture) ?? whole);
  if (!isSafeAddress(address)) return refuse(losses, "a picture whose address is not safe", picture);
  if (alt.length > 1000) losses.add("the end of the words for a picture");
  return address;
}

function refuse(losses: Losses, words: string, picture: Element): null {
  losses.add(words);
  // Its words would stand in the text as if somebody had written them there.
  picture.removeAttribute("alt");
  return null;
}

/** Pages that load pictures late have the address elsewhere, and a blank one in `src`. */
function findSource(picture: Element): string {
  const read = (name: string) => picture.getAttribute(name)?.trim() ?? "";
  const late = ["data-orig-file", "data-src", "data-lazy-src", "data-original"].map(read).find((one) => one !== "");
  const src = read("src");
  const isBlank =
    src === "" || /^data:image\/(?:gif|svg)/i.test(src) || /\b(?:blank|placeholder|spacer)\.\w+$/.test(src);
  const first = read("srcset").split(/,\s/)[0]?.trim().split(/\s/)[0] ?? "";
  if (isBlank) return late ?? (first || src);
  return src;
}

/** The picture in a data URL, if a browser shows its kind and it holds no script. */
function readDataAddress(address: string): Blob | null {
  const [, type = "", data = ""] =
    /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([a-z0-9+/=\s]+)$/i.exec(address) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.codePointAt(0) ?? 0);
    return bytes.length > 0 ? new Blob([bytes], { type: type.toLowerCase() }) : null;
  } catch {
    return null;
  }
}

/** A link to the large picture is what readers get anyway. */
function unlinkFromItself(picture: Element, address: string): void {
  const link = picture.closest("a");
  const href = link?.getAttribute("href") ?? "";
  if (!link || link.textContent?.trim() || link.querySelectorAll("img").length > 1) return;
  if (href === address || pictureFile.test(href)) link.replaceWith(...link.childNodes);
}

function fitFigure(figure: Element, losses: Losses): void {
  const captions = [...figure.querySelectorAll(":scope figcaption")];
  const words = cleanText(captions.map(({ textContent }) => textContent ?? "").join(" "));
  const pictures = figure.querySelectorAll("img, figure[data-picture]");
  const [only] = figure.querySelectorAll("img");
  const hasText = cleanText(figure.textContent ?? "").length > words.length;
  if (
    only &&
    pictures.length === 1 &&
    !only.closest("a") &&
    !hasText &&
    !figure.querySelector("table, pre, blockquote, hr")
  ) {
    if (figure.querySelector("figcaption a")) losses.add("a link in a caption");
    if (figure.closest("td, th, p, li a")) {
      if (words) only.setAttribute("title", words);
      figure.replaceWith(only);
      return;
    }
    const plain = makeElement(figure, "figure");
    plain.setAttribute("data-picture", only.getAttribute("src") ?? "");
    plain.setAttribute("data-alt", only.getAttribute("alt") ?? "");
    plain.setAttribute("data-caption", words || (only.getAttribute("title") ?? ""));
    figure.replaceWith(plain);
    return;
  }
  if (pictures.length > 1) losses.add("a gallery: its pictures follow each other");
  for (const caption of captions) {
    putAfter(figure, makeElement(caption, "p", [...caption.childNodes]));
    caption.remove();
  }
  figure.replaceWith(makeElement(figure, "div", [...figure.childNodes]));
}

function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
}

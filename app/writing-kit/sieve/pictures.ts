import { createArticleMarkdown, isSafeAddress } from "#shared/insights/article-markdown.ts";
import type { Sieving } from "./sieving.ts";
import {
  closest,
  findPart,
  hasWords,
  insert,
  isIn,
  listNamed,
  listParts,
  make,
  nodesOf,
  type Part,
  remove,
  replace,
  textOf,
  unwrap,
} from "./tree.ts";

const markdown = createArticleMarkdown();
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#][^]*)?$/i;

/** Pictures with the address that they have here, and their captions. Others are named as losses. */
export function fitPictures(sieving: Sieving): void {
  const { body, losses } = sieving;
  for (const picture of listNamed(body, "img")) {
    const alt = cleanText(picture.get("alt"));
    const address = placeOne(picture, sieving);
    if (address === null) {
      replace(picture, isSmiley(picture) ? alt : "");
      continue;
    }
    if (alt.length > 1000) losses.add("pictureWords");
    const title = cleanText(picture.get("title"));
    const found = make("x-picture", [], { src: address, alt, title: title === alt ? "" : title });
    replace(picture, found);
    sieving.pictures.add(address);
    unlinkFromItself(found);
  }
  // Inner ones first: a gallery holds the figures of its pictures.
  for (const figure of listNamed(body, "figure").toReversed()) fitFigure(figure, losses);
  for (const caption of listNamed(body, "figcaption")) unwrap(caption);
}

/** Its address here, or null for a picture that an article does not have. */
function placeOne(
  picture: Part,
  { losses, placePicture, takesPicture, nameEmbedded, embedded }: Sieving,
): string | null {
  if (isSmiley(picture)) return null;
  const refuse = (name: string) => {
    losses.add("pictures", name);
    return null;
  };
  const isDot = (name: string) => /^[01](?:px)?$/.test(picture.get(name));
  const given = findSource(picture);
  if (isDot("width") && isDot("height")) return refuse("of one pixel, which counts readers");
  if (given === "") return refuse(cleanText(picture.get("alt")) || "without an address");
  if (/^data:/i.test(given)) {
    const blob = readDataAddress(given);
    if (!blob) return refuse("inside of the text, of a kind that cannot be read");
    const ending = blob.type.slice("image/".length).replace("jpeg", "jpg");
    const name = nameEmbedded?.(blob) ?? `in-text-${embedded.size + 1}.${ending}`;
    embedded.set(name, blob);
    return name;
  }
  const whole = given.replace(/^\/\//, "https://");
  if (!isPictureAddress(whole)) return refuse(nameOf(whole));
  const address = markdown.normalizeLink(placePicture?.(whole, picture) ?? whole);
  if (!isPictureAddress(address) || takesPicture?.(address) === false) return refuse(address);
  return address;
}

function isPictureAddress(address: string): boolean {
  return isSafeAddress(address) && !/^(?:mailto|tel):/i.test(address);
}

/** A file of the writer's own disk is known by its name. */
function nameOf(address: string): string {
  return /^file:/i.test(address) ? (address.split(/[/\\]/).at(-1) ?? "") : address.slice(0, 120);
}

/** Signs of mood are text. */
function isSmiley(picture: Part): boolean {
  const alt = picture.get("alt").trim();
  if (picture.hasClass(/(?:^|\s)(?:wp-smiley|emoji|emoticon|emoji-sizer)/i)) return alt !== "";
  return (
    picture.attributes.has("data-emoji") ||
    /^(?:\p{Extended_Pictographic}(?:\u200D|\uFE0F|\p{Emoji_Modifier})*){1,3}$/u.test(alt)
  );
}

/** Pages that load pictures late have the address elsewhere, and a blank one in `src`. */
function findSource(picture: Part): string {
  const late = ["data-orig-file", "data-src", "data-lazy-src", "data-original"]
    .map((name) => picture.get(name).trim())
    .find((one) => one !== "");
  const src = picture.get("src").trim();
  const isBlank =
    src === "" || /^data:image\/(?:gif|svg)/i.test(src) || /\b(?:blank|placeholder|spacer)\.\w+$/.test(src);
  const first = picture.get("srcset").split(/,\s/, 1)[0]?.trim().split(/\s/, 1)[0] ?? "";
  return isBlank ? (late ?? (first || src)) : src;
}

/** The picture in a data URL, if a browser shows its kind and it holds no script. */
function readDataAddress(address: string): Blob | null {
  const comma = address.indexOf(",");
  const type = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64$/i.exec(address.slice(0, comma))?.[1];
  if (type === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(address.slice(comma + 1)), (sign) => sign.charCodeAt(0));
    return bytes.length > 0 ? new Blob([bytes], { type: type.toLowerCase() }) : null;
  } catch {
    return null;
  }
}

/** A link to the large picture is what readers get anyway. */
function unlinkFromItself(picture: Part): void {
  const link = closest(picture, ({ name }) => name === "a");
  const href = link?.get("href") ?? "";
  if (!link || (href !== picture.get("src") && !pictureFile.test(href))) return;
  // Words are looked for once there is no second picture: a link may be around thousands.
  if (!findPart(link, (part) => /^(?:img|x-picture)$/.test(part.name) && part !== picture) && !hasWords(link))
    unwrap(link);
}

function fitFigure(figure: Part, losses: Sieving["losses"]): void {
  const captions = listNamed(figure, "figcaption");
  const words = cleanText(captions.map(textOf).join(" "));
  const pictures = listNamed(figure, "x-picture x-figure");
  const [only] = pictures;
  const hasText = cleanText(textOf(figure)).length > words.length;
  const isPlain = only?.name === "x-picture" && pictures.length === 1 && !isIn(only, "a") && !hasText;
  if (
    only &&
    isPlain &&
    !findPart(figure, ({ name }) => /^(?:table|x-table|x-code|x-embed|pre|blockquote|hr)$/.test(name))
  ) {
    if (captions.some((caption) => findPart(caption, ({ name }) => name === "a")))
      losses.add("links", `in the caption “${words.slice(0, 60)}”`);
    const title = words || only.get("title");
    const isInText = isIn(figure, "td th p a");
    replace(
      figure,
      make(isInText ? "x-picture" : "x-figure", [], { src: only.get("src"), alt: only.get("alt"), title }),
    );
    return;
  }
  if (pictures.length > 1) losses.add("galleries");
  for (const caption of captions.toReversed()) {
    const after = make("p", nodesOf(caption));
    remove(caption);
    if (figure.parent) insert(figure.parent, after, figure.after);
  }
  replace(figure, make("div", nodesOf(figure)));
}

/** Lists that galleries of older systems are made of are none. */
export function openGalleries(body: Part): void {
  for (const list of listParts(
    body,
    (part) => part.name === "ul" && part.hasClass(/(?:^|\s)(?:blocks-gallery-grid|wp-block-gallery|gallery)(?:\s|$)/),
  )) {
    for (const item of list.children()) unwrap(item);
    unwrap(list);
  }
}

function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
}

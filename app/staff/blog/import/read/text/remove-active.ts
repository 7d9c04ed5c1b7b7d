import type { Losses } from "../losses.ts";
import { dropControls } from "../read-bytes.ts";
import { makeElement } from "./dom.ts";
import { nameEmbed } from "./embeds.ts";

/** What an article never holds, in the words of the report. Outer ones first: a form's fields go with it. */
const removed: readonly (readonly [string, string])[] = [
  ["script", "a script"],
  ["style, x-style", "a style sheet"],
  ["svg", "a drawing (SVG)"],
  ["math", "a formula (MathML)"],
  ["canvas", "a drawing made by script"],
  ["object, embed, applet", "an embedded object"],
  ["form", "a form"],
  ["input, select, textarea, button", "a form field or button"],
  ["template, slot, dialog", "a part that is made by script"],
  ["map", "areas of a picture that are links"],
  ["frameset, frame, portal", "a frame"],
];
const silent =
  "meta, link, title, base, x-base, head, source, track, x-track, param, wbr, o\\:p, .screen-reader-text, .sr-only";

/** Attributes by which the editor's own schema knows its parts: nobody else may set them. */
const own = [
  "data-note",
  "data-content",
  "data-addresses",
  "data-picture",
  "data-alt",
  "data-caption",
  "data-line-end",
  "data-pm-slice",
];

/** Takes out of a document all that runs, loads or asks for something. Videos and other embeds become links. */
export function removeActive(body: Element, losses: Losses): void {
  dropControlCharacters(body);
  for (const element of body.querySelectorAll("*")) {
    for (const name of own) element.removeAttribute(name);
    element.classList.remove("note", "note-title", "pull");
    const handlers = [...element.attributes].filter(({ name }) => /^on/i.test(name));
    if (handlers.length > 0) losses.add("a script", handlers.length);
    for (const { name } of handlers) element.removeAttribute(name);
  }
  for (const element of body.querySelectorAll("noscript")) {
    // The picture itself, for readers whose browser would not run the script that loads it later.
    const before = element.previousElementSibling;
    if (element.querySelector("img") && before?.localName === "img") before.remove();
    element.replaceWith(...element.childNodes);
  }
  for (const box of body.querySelectorAll("li input[type=checkbox]"))
    box.replaceWith(box.hasAttribute("checked") ? "☑ " : "☐ ");
  for (const media of body.querySelectorAll("video, audio")) replaceMedia(media, losses);
  for (const frame of body.querySelectorAll("iframe")) replaceFrame(frame, losses);
  for (const [selector, words] of removed)
    for (const element of body.querySelectorAll(selector)) {
      if (!body.contains(element)) continue;
      losses.add(words);
      element.remove();
    }
  for (const element of body.querySelectorAll("[hidden], [aria-hidden=true]")) {
    if (element.localName === "img" || element.querySelector("img, figure")) continue;
    if (/\p{L}/u.test(element.textContent ?? "")) losses.add("hidden text");
    element.remove();
  }
  // From inside out, so that nothing is lost with what is around it.
  for (const element of body.querySelectorAll(silent)) element.replaceWith(...element.childNodes);
}

/** They may also be written as numbers, `&#1;`, and are no part of any text. */
function dropControlCharacters(body: Element): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const plain = dropControls(text.nodeValue ?? "");
    if (plain !== text.nodeValue) text.nodeValue = plain;
  }
  for (const element of body.querySelectorAll("*"))
    for (const attribute of element.attributes) {
      const plain = dropControls(attribute.value);
      if (plain !== attribute.value) attribute.value = plain;
    }
}

function replaceMedia(media: Element, losses: Losses): void {
  const address = media.getAttribute("src") || media.querySelector("source[src]")?.getAttribute("src") || "";
  losses.add(`${media.localName === "video" ? "a video" : "a recording"}: a link is in its place`);
  replaceByLink(media, address, media.getAttribute("title") ?? "");
}

function replaceFrame(frame: Element, losses: Losses): void {
  const source = [frame.getAttribute("src"), frame.getAttribute("data-src"), frame.getAttribute("data-lazy-src")];
  const address = source.find((one) => one && !one.startsWith("about:")) ?? "";
  const embed = nameEmbed(address);
  if (embed) losses.add(`an embed of ${embed.host}: a link is in its place`);
  else {
    const url = URL.canParse(address, "https://site.invalid") ? new URL(address, "https://site.invalid") : null;
    losses.add(url && /^https?:$/.test(url.protocol) ? `a frame with a page of ${url.host}` : "a frame");
  }
  replaceByLink(frame, embed?.address ?? "", frame.getAttribute("title") ?? "");
}

function replaceByLink(element: Element, address: string, title: string): void {
  if (address.trim() === "") {
    element.remove();
    return;
  }
  const words = title.trim() || address;
  const link = makeElement(element, "a", [words]);
  link.setAttribute("href", address);
  const isInText = element.closest("p, li, td, th, h1, h2, h3, h4, h5, h6, dt, dd") !== null;
  if (element.closest("a")) element.replaceWith(words);
  else element.replaceWith(isInText ? link : makeElement(element, "p", [link]));
}

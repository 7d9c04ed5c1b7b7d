import { isSafeAddress } from "#app/shared/article-markdown.ts";
import { followRedirect } from "../../../editor/plugins/clean-paste.ts";
import type { Losses } from "../losses.ts";
import { makeElement } from "./dom.ts";
import type { TextOptions } from "./html-to-markdown.ts";
import { nameEmbed } from "./embeds.ts";

/** Leaves the links that an article may have; the words of others stay. */
export function fitLinks(body: Element, { losses, placeLink }: TextOptions): void {
  linkBareAddresses(body, losses);
  for (const link of body.querySelectorAll("a")) {
    const given = link.getAttribute("href")?.trim() ?? "";
    if (given === "") {
      link.replaceWith(...link.childNodes);
      continue;
    }
    followRedirect(link);
    const whole = (link.getAttribute("href") ?? "").trim().replace(/^\/\//, "https://");
    const href = placeLink && isSafeAddress(whole) ? placeLink(whole) : whole;
    const refused = describeRefusal(href);
    if (refused === null) link.setAttribute("href", href);
    else {
      losses.add(refused);
      link.replaceWith(...link.childNodes);
    }
  }
}

function describeRefusal(href: string): string | null {
  if (href.startsWith("#")) return "a link to a place in the same text";
  if (isSafeAddress(href) && href !== "") return null;
  const scheme = /^(tel|sms|ftp|ftps|whatsapp|skype|facetime|geo|magnet|irc|news|file|data|blob):/i.exec(href)?.[1];
  return scheme === undefined ? "a link whose address is not safe" : `a link of the kind “${scheme.toLowerCase()}:”`;
}

/** Other systems show what an address leads to, where it stands alone on its line. */
function linkBareAddresses(body: Element, losses: Losses): void {
  for (const block of body.querySelectorAll("p, .wp-block-embed__wrapper")) {
    const text = block.textContent?.trim() ?? "";
    if (block.childElementCount > 0 || !/^https?:\/\/\S+$/.test(text)) continue;
    const embed = nameEmbed(text);
    if (embed || block.localName !== "p")
      losses.add(`an embed of ${embed?.host ?? new URL(safe(text)).hostname}: a link is in its place`);
    const link = makeElement(block, "a", [text]);
    link.setAttribute("href", text);
    block.replaceWith(makeElement(block, "p", [link]));
  }
}

function safe(address: string): string {
  return URL.canParse(address) ? address : "https://another.site";
}

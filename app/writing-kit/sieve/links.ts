import { isSafeAddress } from "#shared/insights/article-markdown.ts";
import { nameEmbed } from "./name-embed.ts";
import type { Sieving } from "./sieving.ts";
import { lineOf, listNamed, listParts, make, nodesOf, type Part, replace, textOf, unwrap } from "./tree.ts";

/** Leaves the links that an article may have; the words of others stay. */
export function fitLinks(sieving: Sieving): void {
  const { body } = sieving;
  linkBareAddresses(sieving);
  for (const link of listNamed(body, "a")) fitLink(link, sieving);
}

function fitLink(link: Part, { losses, placeLink }: Sieving): void {
  const given = link.get("href").trim();
  if (given === "") return unwrap(link);
  const whole = followRedirect(given).replace(/^\/\//, "https://");
  const href = placeLink && isSafeAddress(whole) ? placeLink(whole) : whole;
  if (href.startsWith("#")) losses.add("pageLinks", lineOf(link).slice(0, 60));
  else if (isSafeAddress(href) && href !== "") {
    link.attributes.set("href", href);
    return;
  } else losses.add("links", `${lineOf(link).slice(0, 40)}: ${href.slice(0, 60)}`);
  unwrap(link);
}

/** Google, Outlook and Slack send readers over their own servers. */
function followRedirect(href: string): string {
  if (!URL.canParse(href)) return href;
  const { host, pathname, searchParams } = new URL(href);
  const isGoogle = /^www\.google\.[a-z.]+$/.test(host) && pathname === "/url";
  const name = isGoogle
    ? searchParams.get("q")
      ? "q"
      : "url"
    : host.endsWith(".safelinks.protection.outlook.com")
      ? "url"
      : "";
  const target = host === "slack-redir.net" ? searchParams.get("url") : searchParams.get(name);
  return target && /^(?:https?:|mailto:)/i.test(target) ? target : href;
}

/** Other systems show what an address leads to, where it stands alone on its line. */
function linkBareAddresses({ body, losses }: Sieving): void {
  for (const block of listParts(body, (part) => part.name === "p" || isWrapper(part))) {
    if (nodesOf(block).length !== 1 || block.children().length > 0) continue;
    const text = textOf(block).trim();
    if (text.length > 2000 || !/^https?:\/\/\S+$/.test(text)) continue;
    const embed = nameEmbed(text);
    if (embed?.isPlayer === false || (!embed && isWrapper(block))) losses.add("embedLinks", embed?.host ?? text);
    replace(block, make("p", [make("a", [text], { href: text })]));
  }
}

function isWrapper(part: Part): boolean {
  return part.hasClass(/(?:^|\s)wp-block-embed__wrapper(?:\s|$)/);
}

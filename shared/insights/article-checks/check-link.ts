import { isPageId } from "../article-markdown.ts";

/** What readers of a link would not find: the page, or the section of it that the link names. */
export type Lack = "page" | "section";

/** What the checks know of the article that a link is in. */
export interface LinkTargets {
  /** Ids of the sections and notes of the article itself. */
  ids: ReadonlySet<string>;
  /** Address of the site, such as "https://example.com". */
  origin: string;
  /** Path at which the article will stand. */
  ownPath: string;
}

/** What is wrong with a link, as a sentence; or an address of this site that only the server can judge. */
type Judgement = { fault: string } | { address: string };

/** Nobody is asked about longer addresses: the site answers none of them. */
export const longestAddress = 500;

/** Judges a link to `href`; null where nothing is wrong. Says nothing about pages elsewhere. */
export function judgeLink(href: string, targets: LinkTargets): Judgement | null {
  if (href === "" || href === "#") return { fault: "This link leads nowhere." };
  if (href.startsWith("#")) return judgeAnchor(href, targets);
  if (/^mailto:/i.test(href))
    return /^mailto:[^@\s]+@[^@\s]+$/i.test(href.split("?")[0] ?? "")
      ? null
      : { fault: `${name(href)} is no e-mail address.` };
  const url = URL.parse(href, targets.origin);
  if (!url) return { fault: `${name(href)} is no valid address.` };
  if (url.origin === targets.origin) {
    if (!href.startsWith("/") && !/^https?:/i.test(href))
      return { fault: `${name(href)} is no address of this site: those begin with a slash.` };
    return judgeOwn(url, targets);
  }
  // A name without a dot is one of the writer's own network.
  if (!/\.[^.]/.test(url.hostname) || url.username !== "" || /^(127|10|192\.168)\./.test(url.hostname))
    return { fault: `${name(href)} cannot be reached by readers.` };
  return null;
}

/** What is wrong with a link to an `address` that `judgeLink` has named, once the server has said what is missing. */
export function describeLack(address: string, lack: Lack): string {
  const [path = "", section = ""] = address.split(/#(.*)/s);
  return lack === "page"
    ? `This site has no page ${name(path)}.`
    : `${name(path)} has no section ${name(`#${section}`)}.`;
}

function judgeAnchor(hash: string, { ids }: LinkTargets): Judgement | null {
  return ids.has(decode(hash.slice(1))) ? null : { fault: `This article has no section ${name(hash)}.` };
}

function judgeOwn({ pathname, hash }: URL, targets: LinkTargets): Judgement | null {
  // The same pages have the former addresses, too.
  const path = decode(pathname)
    .replace(/(?<=[^/]|^\/)\/+$/, "")
    .replace(/^\/blog\/(?=.)/, "/insights/");
  if (path.startsWith("/media/")) return null;
  if (path.startsWith("/insights/preview/")) return { fault: "This link is a preview, which ends by itself." };
  if (path === targets.ownPath) return hash.length > 1 ? judgeAnchor(hash, targets) : null;
  const section = decode(hash.slice(1));
  // Only articles are asked for their sections, and not for parts of the page around them or for words in the text.
  const isAsked =
    /^\/insights\/[^/]+$/.test(path) && section !== "" && !section.startsWith(":~:") && !isPageId(section);
  const address = isAsked ? `${path}#${section}` : path;
  return address.length > longestAddress ? { fault: describeLack(path, "page") } : { address };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function name(address: string): string {
  return `“${address.length > 60 ? `${address.slice(0, 60)}…` : address}”`;
}

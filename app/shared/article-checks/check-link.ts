/** Texts that can be asked for, such as a Set of them. */
export type Texts = Pick<ReadonlySet<string>, "has">;

/** What an article may link to. */
export interface LinkTargets {
  /** Paths of the site's pages, such as "/contact". */
  pages: Texts;
  /** Ids of the sections and notes of the article itself. */
  ids: ReadonlySet<string>;
  /** Address of the site, such as "https://example.com". */
  origin: string;
  /** Path at which the article will stand. */
  ownPath: string;
}

/** What is wrong with a link to `href`, as a sentence; null when nothing is. Says nothing about pages elsewhere. */
export function judgeLink(href: string, targets: LinkTargets): string | null {
  if (href === "" || href === "#") return "This link leads nowhere.";
  if (href.startsWith("#")) return judgeAnchor(href, targets);
  if (/^mailto:/i.test(href))
    return /^mailto:[^@\s]+@[^@\s]+$/i.test(href.split("?")[0] ?? "") ? null : `${name(href)} is no e-mail address.`;
  const url = URL.parse(href, targets.origin);
  if (!url) return `${name(href)} is no valid address.`;
  if (url.origin === targets.origin) {
    if (!href.startsWith("/") && !/^https?:/i.test(href))
      return `${name(href)} is no address of this site: those begin with a slash.`;
    return judgeOwn(url, targets);
  }
  // A name without a dot is one of the writer's own network.
  if (!/\.[^.]/.test(url.hostname) || url.username !== "" || /^(127|10|192\.168)\./.test(url.hostname))
    return `${name(href)} cannot be reached by readers.`;
  return null;
}

function judgeAnchor(hash: string, { ids }: LinkTargets): string | null {
  return ids.has(decode(hash.slice(1))) ? null : `This article has no section ${name(hash)}.`;
}

function judgeOwn({ pathname, hash }: URL, targets: LinkTargets): string | null {
  // The same pages have the former addresses, too.
  const path = decode(pathname)
    .replace(/(?<=.)\/+$/, "")
    .replace(/^\/blog\/(?=.)/, "/insights/");
  if (path.startsWith("/media/")) return null;
  if (path.startsWith("/insights/preview/")) return "This link is a preview, which ends by itself.";
  if (path === targets.ownPath) return hash.length > 1 ? judgeAnchor(hash, targets) : null;
  return targets.pages.has(path) ? null : `This site has no page ${name(path)}.`;
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

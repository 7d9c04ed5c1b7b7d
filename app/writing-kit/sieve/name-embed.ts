import { findEmbed } from "#shared/insights/article-embeds.ts";

/** Hosts whose players people put into texts: what is said of them, and the page that shows the same. */
const hosts: readonly (readonly [RegExp, string, (url: URL) => string | null])[] = [
  [/(^|\.)youtube(-nocookie)?\.com$|^youtu\.be$/, "YouTube", findYoutube],
  [
    /^player\.vimeo\.com$|(^|\.)vimeo\.com$/,
    "Vimeo",
    ({ pathname }) => numbered(/\/(\d+)/, pathname, "https://vimeo.com/"),
  ],
  [/^open\.spotify\.com$/, "Spotify", ({ origin, pathname }) => origin + pathname.replace(/^\/embed(?=\/)/, "")],
  [/^w\.soundcloud\.com$/, "SoundCloud", (url) => url.searchParams.get("url")],
  [
    /(^|\.)dailymotion\.com$/,
    "Dailymotion",
    ({ pathname }) => numbered(/\/video\/(\w+)/, pathname, "https://www.dailymotion.com/video/"),
  ],
  [/^codepen\.io$/, "CodePen", ({ origin, pathname }) => origin + pathname.replace("/embed/", "/pen/")],
  [/^embed\.ted\.com$/, "TED", ({ pathname }) => `https://www.ted.com${pathname}`],
  [/^www\.loom\.com$/, "Loom", ({ origin, pathname }) => origin + pathname.replace("/embed/", "/share/")],
  [/^(www\.google\.[a-z.]+|maps\.google\.[a-z.]+)$/, "Google", (url) => (url.href.includes("/maps") ? url.href : null)],
  [/(^|\.)(twitter|x)\.com$/, "X", (url) => url.href],
  [/(^|\.)instagram\.com$/, "Instagram", (url) => url.href],
  [
    /(^|\.)(slideshare\.net|figma\.com|giphy\.com|transistor\.fm|wistia\.net|tiktok\.com|speakerdeck\.com|flickr\.com)$/,
    "",
    (url) => url.href,
  ],
];

interface NamedEmbed {
  host: string;
  address: string;
  /** True for a video that an article itself shows. */
  isPlayer: boolean;
}

/** Whose player an address is, and the page that shows the same; null for what is no player that we know. */
export function nameEmbed(address: string): NamedEmbed | null {
  const full = address.trim().replace(/^\/\//, "https://");
  if (!/^https?:/i.test(full) || !URL.canParse(full)) return null;
  const url = new URL(full);
  for (const [pattern, name, find] of hosts) {
    if (!pattern.test(url.hostname)) continue;
    const page = find(url);
    if (page !== null && /^https?:/i.test(page))
      return { host: name || url.hostname, address: page, isPlayer: findEmbed(page) !== null };
  }
  return null;
}

function findYoutube(url: URL): string | null {
  const list = url.searchParams.get("list");
  const id =
    url.searchParams.get("v") ??
    /^\/(?:embed|v|shorts|live)\/([\w-]{6,})/.exec(url.pathname)?.[1] ??
    (url.hostname === "youtu.be" ? url.pathname.slice(1) : "");
  if (/^[\w-]{6,}$/.test(id) && id !== "videoseries") return `https://www.youtube.com/watch?v=${id}`;
  return list === null ? null : `https://www.youtube.com/playlist?list=${encodeURIComponent(list)}`;
}

function numbered(pattern: RegExp, path: string, start: string): string | null {
  const id = pattern.exec(path)?.[1];
  return id === undefined ? null : start + id;
}

import type { Check } from "../types.ts";

const look = "app/site/findability, and SITE_ORIGIN and SITE_STAGE in wrangler.toml";

const feeds = [
  ["/insights/rss.xml", "application/rss+xml", "<rss"],
  ["/insights/atom.xml", "application/atom+xml", "<feed"],
  ["/insights/feed.json", "application/feed+json", "https://jsonfeed.org/version/"],
] as const;

export const findabilityChecks: readonly Check[] = [
  {
    name: "sitemap",
    look,
    async run({ ask, origin }) {
      const { status, body } = await ask("/sitemap.xml");
      const parts = Array.from(body.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = ""]) => url);
      if (status !== 200 || parts.length === 0)
        return [`/sitemap.xml answers ${status} and lists ${parts.length} parts.`];
      const wrong = parts.filter((url) => !url.startsWith(`${origin}/`)).map((url) => `${url} is not on ${origin}.`);
      if (wrong.length > 0) return wrong;
      const seen = await Promise.all(parts.map(async (url) => [url, (await ask(url)).status] as const));
      return seen.filter(([, answered]) => answered !== 200).map(([url, answered]) => `${url} answers ${answered}.`);
    },
  },
  {
    name: "robots.txt and search engines",
    look,
    async run({ ask, origin }, { isStaging }) {
      const [{ body }, home] = [await ask("/robots.txt"), await ask("/")];
      const isClosed = /^Disallow: \/$/m.test(body);
      const isHidden = home.headers.get("X-Robots-Tag")?.includes("noindex") === true;
      if (isStaging)
        return [
          ...(isClosed && !body.includes("Sitemap:") ? [] : ["robots.txt of staging lets search engines in."]),
          ...(isHidden ? [] : ["Staging does not say noindex."]),
        ];
      return [
        ...(isClosed ? ["robots.txt keeps search engines out."] : []),
        ...(body.includes(`Sitemap: ${origin}/sitemap.xml`) ? [] : ["robots.txt does not name the sitemap."]),
        ...(isHidden ? ["The home page says noindex."] : []),
      ];
    },
  },
  {
    name: "feeds",
    look: "app/site/insights/answer-feed.ts",
    async run({ ask }) {
      const judged = feeds.map(async ([path, type, word]) => {
        const { status, headers, body } = await ask(path);
        const isFeed = status === 200 && headers.get("Content-Type")?.startsWith(type) && body.includes(word);
        return isFeed ? [] : [`${path} answers ${status} and is no feed.`];
      });
      return (await Promise.all(judged)).flat();
    },
  },
  {
    name: "a page that is not there",
    look: "app/site/not-found.tsx",
    async run({ ask }) {
      const { status, body } = await ask("/no-such-page-of-the-smoke-test");
      return status === 404 && /<h1[ >]/.test(body) ? [] : [`A page that does not exist answers ${status}.`];
    },
  },
];

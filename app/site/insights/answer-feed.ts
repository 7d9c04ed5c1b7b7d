import { Feed } from "feed";
import { brand } from "#app/content/brand.ts";
import { insights } from "#app/content/pages/insights.ts";
import { writeCacheControl } from "#shared/pages/cache-control.ts";
import { type FeedInsight, listForFeed } from "#worker/insights/list-for-feed.ts";
import { openReads } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { answerConditionally, tagBody } from "#worker/lib/http/etag.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { feeds } from "./feed-links.ts";

type Format = (typeof feeds)[number]["name"];

const writers: Record<Format, (feed: Feed) => string> = {
  RSS: (feed) => feed.rss2(),
  Atom: (feed) => nameTypes(feed.atom1()),
  "JSON Feed": (feed) => feed.json1(),
};

/** The library makes media types of the ends of names. */
function nameTypes(atom: string): string {
  return atom.replaceAll(/<link rel="enclosure"[^<>]*>/g, (link) =>
    link.replace('"image/svg"', '"image/svg+xml"').replace('"image/jpg"', '"image/jpeg"'),
  );
}

/** What a format takes titles and deks for: the library says of those in Atom that they are HTML. */
const wordings: Record<Format, Record<"title" | "dek", (text: string) => string>> = {
  RSS: { title: toSectionText, dek: toHtml },
  Atom: { title: toHtml, dek: toHtml },
  "JSON Feed": { title: (text) => text, dek: (text) => text },
};

/** How long a feed is cached, in milliseconds. Feed readers come back every few minutes. */
const life = 900_000;

/**
 * The newest twenty articles with their full text as a feed. 304 if the reader already has it, 503 while the database
 * does not answer.
 */
export async function answerFeed(format: Format, request: Request, { env, log }: RequestScope): Promise<Response> {
  try {
    const at = now();
    const { posts, changesAt } = await listForFeed(openReads(env), { now: at });
    const feed = buildFeed(posts, env, format);
    const { type } = feeds.find(({ name }) => name === format) ?? feeds[0];
    const headers = new Headers({
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": writeCacheControl({ until: Math.min(at + life, changesAt ?? Infinity), now: at }),
      "Cache-Tag": posts.map(({ card }) => `post:${card.slug}`).join(),
    });
    return answerConditionally(request, await tagBody(writers[format](feed)), { status: 200, headers });
  } catch (error) {
    log.error("feed not made", error, { format });
    return new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
}

function buildFeed(posts: readonly FeedInsight[], env: Env, format: Format): Feed {
  const write = wordings[format];
  const origin = env.SITE_ORIGIN;
  const changes = posts.map(({ updatedAt, card }) => Math.max(updatedAt, card.publishedAt));
  const [rss, atom, json] = feeds.map(({ to }) => `${origin}${to}`);
  const feed = new Feed({
    id: `${origin}/insights`,
    link: `${origin}/insights`,
    title: `${brand.name} ${insights.name}`,
    description: insights.meta.description,
    language: "en-GB",
    copyright: `© ${brand.name}`,
    updated: new Date(Math.max(0, ...changes)),
    favicon: `${origin}/favicon.ico`,
    image: `${origin}/icon-512.png`,
    generator: false,
    feedLinks: { rss: rss ?? "", atom: atom ?? "", json: json ?? "" },
  });
  for (const { card: post, id, html, authors, updatedAt, picture } of posts) {
    const url = `${origin}/insights/${post.slug}`;
    feed.addItem({
      // An article that moves to another address is none that is new to readers.
      id: `urn:uuid:${id}`,
      link: url,
      title: write.title(toXmlText(post.title)),
      description: write.dek(toXmlText(post.dek)),
      // In our HTML no `]]>` can end the section that it stands in.
      content: toXmlText(resolveAddresses(html, url)),
      ...(picture && { image: { url: `${origin}${picture.src}`, type: picture.type, length: picture.bytes } }),
      date: new Date(Math.max(updatedAt, post.publishedAt)),
      published: new Date(post.publishedAt),
      author: authors.map((name) => ({ name: toXmlText(name) })),
      category: [{ ...nameCategory(toXmlText(post.category.name), format), term: post.category.slug }],
    });
  }
  return feed;
}

/** Attributes that hold an address. */
const addresses = "href|src|poster|cite|data|action|formaction|background|longdesc";

/**
 * Makes addresses absolute for feed readers, as a browser would on the page of the article, and leaves out the placeholders
 * of pictures. Our renderer writes every attribute in double quotes.
 */
function resolveAddresses(html: string, url: string): string {
  return html
    .replaceAll(/<img src="data:[^<>]*>/g, "")
    .replaceAll(/<[a-z][^<>]*>/g, (tag) =>
      tag
        .replaceAll(
          new RegExp(`( (?:${addresses})=")([^"]*)`, "g"),
          (_, start: string, address: string) => start + resolve(address, url),
        )
        .replaceAll(
          /( (?:srcset|imagesrcset)=")([^"]*)/g,
          (_, start: string, list: string) => start + resolveList(list, url),
        ),
    );
}

/** Of a srcset: addresses with a width or a density each. */
function resolveList(list: string, url: string): string {
  return list
    .split(/,\s+/)
    .map((one) => {
      const [address = "", ...size] = one.trim().split(/\s+/);
      return [resolve(address, url), ...size].join(" ");
    })
    .join(", ");
}

/** In an attribute, `&` is `&amp;`, which the parser of addresses would keep as it is. */
function resolve(address: string, url: string): string {
  const written = address.trim().replaceAll("&amp;", "&");
  const whole = URL.canParse(written, url) ? new URL(written, url).href : null;
  return whole === null ? address : whole.replaceAll("&", "&amp;");
}

/** Removes characters that XML 1.0 does not allow. */
function toXmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to remove.
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, "");
}

/**
 * Text for a CDATA section, in which no `]]>` ends it. The library takes care of the first one alone (xml-js, `writeCdata`),
 * which it must find as it is.
 */
function toSectionText(text: string): string {
  const [start = "", ...others] = text.split("]]>");
  return others.length === 0 ? start : `${start}]]>${others.join("]]]]><![CDATA[>")}`;
}

/** Atom holds it in an attribute, where the library leaves `<` as it is (xml-js, `writeAttributes`). It may be left out. */
function nameCategory(name: string, format: Format) {
  return format === "Atom" && name.includes("<") ? {} : { name };
}

function toHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

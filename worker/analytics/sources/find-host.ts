import type { Channel } from "../detect-channel.ts";
import { googleEndings, knownHosts } from "./known-hosts.ts";

export interface KnownSource {
  source: string;
  channel: Channel;
}

interface Index {
  /** By host; a dot before it stands for all hosts below. */
  hosts: ReadonlyMap<string, KnownSource>;
  /** By the name of the source, as `foldName` writes it. */
  names: ReadonlyMap<string, KnownSource>;
}

/** Other names that campaigns use for a source. */
const otherNames: Readonly<Record<string, string>> = {
  fb: "facebook",
  meta: "facebook",
  messenger: "facebook",
  ig: "instagram",
  insta: "instagram",
  li: "linkedin",
  tw: "x",
  twitter: "x",
  yt: "youtube",
  wa: "whatsapp",
  tg: "telegram",
  vkontakte: "vk",
  wechatapp: "wechat",
  kakao: "kakaotalk",
  openai: "chatgpt",
  gpt: "chatgpt",
  bard: "gemini",
  lechat: "mistral",
  anthropic: "claude",
  microsoftcopilot: "copilot",
  googlegemini: "gemini",
  adwords: "google",
  googleads: "google",
  googlesearch: "google",
  bingads: "bing",
  ddg: "duckduckgo",
  hn: "hackernews",
};

/** The most labels of a host that are looked at: names of the lists have five. */
const mostLabels = 6;

let index: Index | undefined;

/** What is known of a host (or an app's name), null for none. Each of its endings is looked up once. */
export function findHost(text: string): KnownSource | null {
  const { hosts } = (index ??= readLists());
  const host = text.toLowerCase().replace(/\.$/, "");
  const found = hosts.get(host) ?? hosts.get(host.replace(/^(?:www|m|mobile|touch|amp)\./, ""));
  if (found) return found;
  const labels = host.split(".").slice(-mostLabels);
  for (let at = 0; at < labels.length - 1; at += 1) {
    const below = hosts.get(`.${labels.slice(at).join(".")}`);
    if (below) return below;
  }
  return null;
}

/** What is known of a source by its name, as a campaign writes it: "LinkedIn", "hacker-news", "fb". */
export function findName(text: string): KnownSource | null {
  const { names } = (index ??= readLists());
  const name = foldName(text);
  return names.get(Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name) ?? null;
}

function foldName(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function readLists(): Index {
  const [hosts, names] = [new Map<string, KnownSource>(), new Map<string, KnownSource>()];
  for (const [channel, sources] of Object.entries(knownHosts) as [Channel, Record<string, string>][])
    for (const [source, text] of Object.entries(sources)) {
      const known = { source, channel };
      if (!names.has(foldName(source))) names.set(foldName(source), known);
      for (const host of text.split(" ").flatMap(expand)) if (!hosts.has(host)) hosts.set(host, known);
    }
  return { hosts, names };
}

function expand(host: string): string[] {
  return host.endsWith(".%") ? googleEndings.split(" ").map((ending) => host.replace("%", ending)) : [host];
}

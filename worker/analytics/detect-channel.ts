/** Where a visit came from: by its campaign's parameters first, then by the host of the page before. */

export type Channel = "direct" | "search" | "social" | "referral" | "email" | "paid" | "campaign";

/** Hosts without their endings: `google` is any `google.*`, and `www.` and the like before it do not matter. */
const known: readonly [channel: Channel, hosts: Readonly<Record<string, string>>][] = [
  [
    "email",
    {
      "mail.google": "Gmail",
      "outlook.live": "Outlook",
      "outlook.office": "Outlook",
      "outlook.office365": "Outlook",
      "mail.yahoo": "Yahoo Mail",
      "mail.proton": "Proton Mail",
    },
  ],
  [
    "search",
    {
      google: "Google",
      bing: "Bing",
      duckduckgo: "DuckDuckGo",
      yahoo: "Yahoo",
      ecosia: "Ecosia",
      qwant: "Qwant",
      baidu: "Baidu",
      yandex: "Yandex",
      startpage: "Startpage",
      "search.brave": "Brave",
      naver: "Naver",
      kagi: "Kagi",
      seznam: "Seznam",
    },
  ],
  [
    "social",
    {
      linkedin: "LinkedIn",
      lnkd: "LinkedIn",
      facebook: "Facebook",
      instagram: "Instagram",
      twitter: "X",
      x: "X",
      t: "X",
      xing: "XING",
      youtube: "YouTube",
      reddit: "Reddit",
      threads: "Threads",
      mastodon: "Mastodon",
      bsky: "Bluesky",
      pinterest: "Pinterest",
      tiktok: "TikTok",
      whatsapp: "WhatsApp",
      telegram: "Telegram",
      "news.ycombinator": "Hacker News",
    },
  ],
];

/** Hosts whose first part alone says too little. */
const exact: Readonly<Record<string, string>> = { x: "x.com", t: "t.co", threads: "threads.net" };

/** Labels under which countries give names, as in google.co.uk and google.com.br. */
const secondLevels = new Set(["co", "com", "org", "net", "ac", "gov"]);

interface Campaign {
  source: string;
  medium: string;
  campaign: string;
}

/**
 * Source and channel of a visit. `host` is that of the page before, "" for none; "" in `utm` is what the address did not
 * say.
 */
export function detectChannel(host: string, utm: Campaign): { source: string; channel: Channel } {
  const found = findHost(host) ?? (host ? { source: host, channel: "referral" as const } : null);
  const { source, medium, campaign } = utm;
  if (!source && !medium && !campaign) return found ?? { source: "direct", channel: "direct" };
  const named = findHost(source) ?? findHost(`${source.toLowerCase()}.com`);
  return {
    source: named?.source ?? (source || (found?.source ?? "direct")),
    channel: readMedium(medium) ?? named?.channel ?? (/^(e-?mail|newsletter)$/i.test(source) ? "email" : "campaign"),
  };
}

function readMedium(medium: string): Channel | undefined {
  if (/^(cp[acmv]|ppc|paid.*|.*-paid|ads?|display|banner|retargeting|remarketing)$/i.test(medium)) return "paid";
  if (/^(e-?mail|newsletter)$/i.test(medium)) return "email";
  if (/^(social.*|sm)$/i.test(medium)) return "social";
  if (/^organic$/i.test(medium)) return "search";
  if (/^referral$/i.test(medium)) return "referral";
  return undefined;
}

function findHost(host: string): { source: string; channel: Channel } | undefined {
  const labels = host.toLowerCase().split(".");
  // Two labels are the ending only where they are as in google.co.uk.
  const endings = secondLevels.has(labels.at(-2) ?? "") ? [1, 2] : [1];
  for (const [channel, hosts] of known) {
    for (let start = 0; start < labels.length - 1; start += 1) {
      for (const ending of endings) {
        const name = labels.slice(start, labels.length - ending).join(".");
        const source = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
        const isWhole = exact[name] === undefined || labels.slice(start).join(".") === exact[name];
        if (source !== undefined && isWhole) return { source, channel };
      }
    }
  }
  return undefined;
}

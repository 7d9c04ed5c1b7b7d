/** Where a visit came from: by its campaign's parameters first, then by the host (or the app) of the page before. */
import { detectApp } from "#worker/lib/text/detect-browser.ts";
import { findHost, findName, type KnownSource } from "./sources/find-host.ts";
import { readMedium, readSourceWords } from "./sources/read-medium.ts";

export type Channel = "direct" | "search" | "social" | "referral" | "email" | "paid" | "campaign" | "assistant";

interface Campaign {
  source: string;
  medium: string;
  campaign: string;
}

/** Further facts of a visit. */
interface Arrival {
  /** For the app that it is in: those say nothing of a page before. */
  userAgent?: string;
  /** Names of the address's parameters, with commas between. */
  parameters?: string;
}

/**
 * Parameters that networks add to the addresses of their advertisements. Facebook adds `fbclid` to every link, and Microsoft,
 * Mailchimp and others have some that cost nothing: those say where a visit came from at most.
 */
const paidParameters: Readonly<Record<string, string>> = {
  gclid: "Google",
  gbraid: "Google",
  wbraid: "Google",
  dclid: "Google",
  gad_source: "Google",
  gad_campaignid: "Google",
  msclkid: "Bing",
  ttclid: "TikTok",
  li_fat_id: "LinkedIn",
  twclid: "X",
  yclid: "Yandex",
  rdt_cid: "Reddit",
  sccid: "Snapchat",
  qclid: "Quora",
  obclid: "Outbrain",
  tblci: "Taboola",
};

const namingParameters: Readonly<Record<string, KnownSource>> = {
  fbclid: { source: "Facebook", channel: "social" },
  igshid: { source: "Instagram", channel: "social" },
  igsh: { source: "Instagram", channel: "social" },
  epik: { source: "Pinterest", channel: "social" },
  srsltid: { source: "Google", channel: "search" },
  mc_cid: { source: "Mailchimp", channel: "email" },
  mc_eid: { source: "Mailchimp", channel: "email" },
  mkt_tok: { source: "Marketo", channel: "email" },
  _hsmi: { source: "HubSpot", channel: "email" },
  _hsenc: { source: "HubSpot", channel: "email" },
};

/**
 * Source and channel of a visit. `host` is that of the page before (or the name of an app of Android), "" for none; "" in `utm`
 * is what the address did not say.
 */
export function detectChannel(
  host: string,
  { source, medium, campaign }: Campaign,
  { userAgent = "", parameters = "" }: Arrival = {},
): KnownSource {
  const names = parameters.toLowerCase().split(",");
  const found = findBefore(host) ?? findNamed(names, namingParameters) ?? findApp(userAgent);
  const bought = findNamed(names, paidParameters);
  const named = findHost(source) ?? findName(source);
  const from = named?.source ?? (source || (bought ?? found?.source ?? "direct"));
  if (bought) return { source: from, channel: "paid" };
  if (!source && !medium && !campaign) return found ?? { source: "direct", channel: "direct" };
  return {
    source: from,
    channel: readMedium(medium) ?? readSourceWords(source) ?? chooseChannel({ source, named, found }),
  };
}

/** A campaign without a word for its medium: by its source, or by where it came from. */
function chooseChannel({
  source,
  named,
  found,
}: {
  source: string;
  named: KnownSource | null;
  found: KnownSource | null;
}) {
  if (named) return named.channel;
  return source === "" && found && found.channel !== "referral" ? found.channel : "campaign";
}

function findBefore(host: string): KnownSource | null {
  return host === "" ? null : (findHost(host) ?? { source: host.toLowerCase(), channel: "referral" });
}

function findApp(userAgent: string): KnownSource | null {
  const app = detectApp(userAgent);
  return app === null ? null : findName(app);
}

function findNamed<Known>(names: readonly string[], known: Readonly<Record<string, Known>>): Known | undefined {
  const name = names.find((each) => Object.hasOwn(known, each));
  return name === undefined ? undefined : known[name];
}

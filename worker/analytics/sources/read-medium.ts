import type { Channel } from "../detect-channel.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words of a medium, as campaigns write them: "paid_social", "Pay-per-click" and "display ads" are several. */
const unpaid = words("organic unpaid non nonpaid free earned owned");
const paid = words(
  "ppc sem sea ad ads advert adverts advertising advertisement adwords display banner banners expandable interstitial programmatic retargeting retarget remarketing sponsored sponsoring sponsorship promoted boosted pmax gdn rtb dsp payperclick payperview native",
);
const email = words("email mail emails newsletter newsletters mailing mailings emailing edm eblast emailcampaign");
const social = words("social sm smm socialmedia socialnetwork socialnetworks");
const search = words("organic seo search");
const assistant = words("ai llm assistant chatbot genai aiassistant aichat aisearch");

/** "Displayads" and the like, in one word. */
const advertised =
  /^(?:display|search|social|google|facebook|fb|instagram|ig|meta|linkedin|li|bing|microsoft|video|native|text|twitter|x|tiktok|youtube|yt|reddit|snapchat|pinterest|xing|amazon|quora)ads?$/;

/** The channel that a medium means; undefined for one that says nothing about it. */
export function readMedium(medium: string): Channel | undefined {
  const named = splitWords(medium);
  // "e-mail" and "pay per click" are one word in parts.
  const all = [...named, named.join("")];
  const has = (known: ReadonlySet<string>) => all.some((word) => known.has(word));
  if (!has(unpaid) && all.some(isPaid)) return "paid";
  if (has(email)) return "email";
  if (has(social) || all.some((word) => word.startsWith("social"))) return "social";
  if (has(assistant)) return "assistant";
  if (has(search)) return "search";
  return all.some((word) => word === "referral" || word === "ref" || word === "referrer") ? "referral" : undefined;
}

/** cpc, cpm, cpv and all else that costs per something; "paidsearch" and "socialpaid". */
function isPaid(word: string): boolean {
  return paid.has(word) || /^(?:v?cp[a-z]|paid\w*|\w{0,20}[^n]paid)$/.test(word) || advertised.test(word);
}

/** The channel that a campaign's source means which is no known one: "march_newsletter", "partner-ads". */
export function readSourceWords(source: string): Channel | undefined {
  const named = splitWords(source);
  if (named.some((word) => /^(?:e?mails?|newsletters?|mailings?)$/.test(word) && word !== "mail")) return "email";
  return /^(?:ads|adwords|display|retargeting)$/.test(named.at(-1) ?? "") ? "paid" : undefined;
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

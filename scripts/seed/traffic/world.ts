/** Pages, people and links of made-up visits: what a browser tells of each, and the words under which it counts. */
import { brand } from "../../../app/content/brand.ts";
import { services } from "../../../app/content/services.ts";
import type { VisitMessage } from "../../../shared/analytics/visit-events.ts";

interface Place {
  path: string;
  title: string;
}

const toPlace = (path: string, title: string): Place => ({ path, title });

/** The earlier ones are viewed more often. */
export const pages: readonly Place[] = [
  toPlace("/", brand.name),
  toPlace("/insights", "Insights"),
  toPlace("/careers", "Careers"),
  ...services.map(({ slug, name }) => toPlace(`/${slug}`, name)),
  toPlace("/contact", "Contact us"),
  toPlace("/who-we-are", "Who we are"),
  toPlace("/insights/leaving-a-data-centre", "Leaving a data centre"),
  toPlace("/healthcare", "Healthcare"),
  toPlace("/insights/forecast-error-in-renewables", "Forecast error in renewables"),
  toPlace("/leadership", "Leadership"),
  toPlace("/finserv", "Financial services"),
  toPlace("/gcc", "Global capability centres"),
  toPlace("/insights/reading-a-cloud-bill", "Reading a cloud bill"),
  toPlace("/careers/cloud-engineer", "Cloud engineer"),
  toPlace("/insights/measuring-data-quality", "Measuring data quality"),
  toPlace("/partners", "Partners"),
  toPlace("/insights/incident-reviews-without-blame", "Incident reviews without blame"),
  toPlace("/privacy-policy", "Privacy policy"),
];

export const missingPages: readonly Place[] = ["/old-careers", "/insights/gone", "/wp-login.php"].map((path) =>
  toPlace(path, "Page not found"),
);

/** Columns of a visit that tell where it came from. */
interface CameFrom {
  source: string;
  channel: string;
  referrer: string;
  campaign: string;
  medium: string;
  term: string;
  content: string;
}

export interface Arrival {
  tells: Pick<VisitMessage["came"], "referrer" | "source" | "medium" | "campaign" | "term" | "content">;
  counts: CameFrom;
}

function arrive(referrer: string, counts: Partial<CameFrom>, tells: Omit<Arrival["tells"], "referrer"> = {}): Arrival {
  const { campaign = "", medium = "", term = "", content = "" } = tells;
  const host = referrer === "direct" ? "" : new URL(referrer).hostname;
  const found = { source: "direct", channel: "direct", referrer: host, campaign, medium, term, content, ...counts };
  return { tells: { referrer, ...tells }, counts: found };
}

/** The earlier ones bring more. */
export const arrivals: readonly Arrival[] = [
  arrive("direct", {}),
  arrive("https://www.google.com/", { source: "Google", channel: "search" }),
  arrive("https://www.linkedin.com/feed/", { source: "LinkedIn", channel: "social" }),
  arrive("https://www.bing.com/search", { source: "Bing", channel: "search" }),
  arrive("https://news.example/story?id=7", { source: "news.example", channel: "referral" }),
  arrive("https://duckduckgo.com/", { source: "DuckDuckGo", channel: "search" }),
  arrive("https://chatgpt.com/", { source: "ChatGPT", channel: "assistant" }),
];

/** What a campaign brings while it runs. */
export const campaignArrivals: readonly Arrival[] = [
  arrive(
    "https://www.google.com/",
    { source: "Google", channel: "paid" },
    { source: "google", medium: "cpc", campaign: "cloud-check", term: "cloud bill", content: "first-ad" },
  ),
  arrive(
    "direct",
    { source: "newsletter", channel: "email" },
    { source: "newsletter", medium: "email", campaign: "autumn-letter", content: "top" },
  ),
  arrive(
    "https://www.linkedin.com/",
    { source: "LinkedIn", channel: "social" },
    { source: "linkedin", medium: "social", campaign: "cloud-check", content: "carousel" },
  ),
];

interface Origin {
  country: string;
  language: string;
  timezone: string;
  /** How many hours its day is behind that of the site. */
  later: number;
}

export const origins: readonly Origin[] = [
  { country: "DE", language: "de-DE", timezone: "Europe/Berlin", later: 0 },
  { country: "GB", language: "en-GB", timezone: "Europe/London", later: 1 },
  { country: "US", language: "en-US", timezone: "America/New_York", later: 6 },
  { country: "IN", language: "en-IN", timezone: "Asia/Kolkata", later: -4 },
  { country: "FR", language: "fr-FR", timezone: "Europe/Paris", later: 0 },
  { country: "BR", language: "pt-BR", timezone: "America/Sao_Paulo", later: 4 },
];

interface Client {
  userAgent: string;
  device: "desktop" | "tablet" | "mobile";
  browser: string;
  os: string;
  width: number;
  screen: string;
}

const [windows, mac, phone] = [
  "Windows NT 10.0; Win64; x64",
  "Macintosh; Intel Mac OS X 10_15_7",
  "iPhone; CPU iPhone OS 18_6 like Mac OS X",
];
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

export const clients: readonly Client[] = [
  {
    userAgent: `Mozilla/5.0 (${windows}) ${webkit} Chrome/153.0.0.0 Safari/537.36`,
    device: "desktop",
    browser: "Chrome",
    os: "Windows",
    width: 1536,
    screen: "desktop",
  },
  {
    userAgent: `Mozilla/5.0 (${phone}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
    device: "mobile",
    browser: "Safari",
    os: "iOS",
    width: 390,
    screen: "phone",
  },
  {
    userAgent: `Mozilla/5.0 (${windows}) ${webkit} Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0`,
    device: "desktop",
    browser: "Edge",
    os: "Windows",
    width: 1920,
    screen: "wide",
  },
  {
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/153.0.0.0 Mobile Safari/537.36`,
    device: "mobile",
    browser: "Chrome",
    os: "Android",
    width: 412,
    screen: "phone",
  },
  {
    userAgent: `Mozilla/5.0 (${mac}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
    device: "desktop",
    browser: "Safari",
    os: "macOS",
    width: 1280,
    screen: "laptop",
  },
  {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
    device: "desktop",
    browser: "Firefox",
    os: "Linux",
    width: 1920,
    screen: "wide",
  },
  {
    userAgent: `Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} Chrome/153.0.0.0 Safari/537.36`,
    device: "tablet",
    browser: "Chrome",
    os: "Android",
    width: 820,
    screen: "tablet",
  },
];

export interface Deed {
  name: string;
  data: string;
  /** The words under which `data` counts. */
  value: string;
  amount?: number;
  /** Attributes of what was pressed, and the properties that they are. */
  props?: Record<string, string>;
  properties?: readonly string[];
}

/** What visitors do other than looking. Searches follow their own list. */
export const deeds: readonly Deed[] = [
  { name: "menu", data: "Services", value: "Services" },
  { name: "call-to-action", data: "hero", value: "hero" },
  {
    name: "apply",
    data: "cloud-engineer",
    value: "cloud-engineer",
    props: { event: "apply", eventTeam: "Engineering", eventPlace: " top ", live: "1" },
    properties: ["place=top", "team=Engineering"],
  },
  {
    name: "outbound",
    data: "https://www.linkedin.com/company/fivewright?trk=x",
    value: "www.linkedin.com/company/fivewright",
  },
  { name: "download", data: "/media/cloud-guide.pdf", value: "/media/cloud-guide.pdf" },
  { name: "search", data: "Cloud Migration", value: "cloud migration", amount: 4 },
  { name: "search", data: "kubernetes", value: "kubernetes", amount: 2 },
  { name: "search", data: "cobol", value: "cobol", amount: 0 },
  { name: "outbound", data: "https://github.com/example/tools", value: "github.com/example/tools" },
  { name: "mailto", data: "sales", value: "sales" },
  {
    name: "apply",
    data: "data-analyst",
    value: "data-analyst",
    props: { event: "apply", eventTeam: 'Data "&" insight', eventPlace: "top" },
    properties: ["place=top", "team=Data & insight"],
  },
  { name: "download", data: "/media/gxp-checklist.pdf", value: "/media/gxp-checklist.pdf" },
];

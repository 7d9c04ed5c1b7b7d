import { createIsbotFromList, list } from "isbot";
import type { DeviceClass } from "#worker/db/analytics-tables.ts";
import { isWebAddress } from "#worker/lib/web-address.ts";

/**
 * True for clients that identify themselves as crawlers. A headless browser alone does not count: one that ran the
 * banner for two seconds and pressed a button is used by a person, see docs/decisions/008-what-counts-as-a-bot.md.
 */
export const isCrawler = createIsbotFromList(list.filter((pattern) => pattern !== "headless"));

/** The class of device by its user agent. An iPad that asks for desktop pages counts as a desktop. */
export function detectDevice(userAgent: string): DeviceClass {
  if (/\biPad\b|\bTablet\b|\bPlayBook\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)) return "tablet";
  if (/\bMobi|\biPhone\b|\biPod\b|\bAndroid\b/.test(userAgent)) return "mobile";
  if (/\b(Windows NT|Macintosh|X11|CrOS|Linux)\b/.test(userAgent)) return "desktop";
  return "other";
}

/** The language without its region: `de` for `de-CH`; null when it is no language tag. */
export function parseBaseLanguage(tag: string): string | null {
  return /^[a-z]{2,8}(?=$|-)/i.exec(tag)?.[0].toLowerCase() ?? null;
}

/** The host of a referring page; null for "direct" and for what is no web address. */
export function parseReferrerHost(referrer: string): string | null {
  const url = URL.parse(referrer);
  return url && isWebAddress(url) ? url.hostname.slice(0, 253) : null;
}

/** The class of a screen by its width in CSS pixels; "" where that is not known. */
export function detectScreen(width: number): string {
  if (width <= 0) return "";
  if (width < 640) return "phone";
  if (width < 1024) return "tablet";
  if (width < 1440) return "laptop";
  return width < 1920 ? "desktop" : "wide";
}

/** The region of a time zone: "Europe" for "Europe/Zurich"; "" where there is none. */
export function parseRegion(timezone: string): string {
  return /^[A-Z][A-Za-z]{1,31}(?=\/)/.exec(timezone)?.[0] ?? "";
}

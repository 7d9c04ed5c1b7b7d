import { createIsbotFromList, list } from "isbot";
import type { DeviceClass } from "#worker/db/analytics-tables.ts";
import { isWebAddress } from "#worker/lib/http/web-address.ts";

/**
 * True for clients that identify themselves as crawlers. A headless browser alone does not count: one that ran the
 * banner for two seconds and pressed a button is used by a person, see docs/decisions/060-visits.md.
 */
export const isCrawler = createIsbotFromList(list.filter((pattern) => pattern !== "headless"));

/** Televisions, sticks and consoles at one, which mostly name the system below them, too. */
const television =
  /\b(?:Smart-?TV|SMART-TV|HbbTV|Google ?TV|Apple ?TV|tvOS|BRAVIA|Roku|CrKey|NetCast|Web0S|VIDAA|Viera|MiTV|MiBOX|DTV|TV|AFT[A-Z][A-Z\d]*|Xbox|PlayStation|Nintendo)\b/i;

/** Makers of televisions who make phones and tablets, too. */
const makerOfTelevisions = /\b(?:AQUOS|Hisense|SHIELD)\b/i;

/** The class of device by its user agent. An iPad that asks for desktop pages counts as a desktop. */
export function detectDevice(userAgent: string): DeviceClass | "tv" {
  const has = (pattern: RegExp) => pattern.test(userAgent);
  if (has(television) || (has(makerOfTelevisions) && !has(/\bMobile\b|\bTablet\b/))) return "tv";
  if (has(/\biPad\b|\bTablet\b(?! PC)|\bPlayBook\b|\bKindle\b|\bSilk\b|\bKF[A-Z]{2,4}\b/)) return "tablet";
  if (has(/\bMobi|\biPhone\b|\biPod\b|\bKAIOS\b|\bOpera Mini\b/)) return "mobile";
  if (has(/\bAndroid\b/)) return "tablet";
  if (has(/\b(?:Windows NT|Macintosh|X11|CrOS|Linux|FreeBSD|OpenBSD)\b/)) return "desktop";
  return "other";
}

/** The class of device of a choice, whose columns are coarser. */
export function detectDeviceOfChoice(userAgent: string): DeviceClass {
  const device = detectDevice(userAgent);
  return device === "tv" ? "other" : device;
}

/** The language without its region: `de` for `de-CH`; null when it is no language tag. */
export function parseBaseLanguage(tag: string): string | null {
  return /^[a-z]{2,8}(?=$|-)/i.exec(tag)?.[0].toLowerCase() ?? null;
}

/**
 * The host of a referring page, or the name of the app of Android that led here (`android-app://com.example`); null for "direct" and
 * for what is neither.
 */
export function parseReferrerHost(referrer: string): string | null {
  const url = URL.parse(referrer);
  if (url && isAndroidApp(url)) return url.hostname.toLowerCase().slice(0, 253);
  return url && isWebAddress(url) ? url.hostname.replace(/\.$/, "").slice(0, 253) : null;
}

/** True for the address by which Android names an app. */
export function isAndroidApp({ protocol, hostname }: URL): boolean {
  return protocol === "android-app:" && /^[a-z][\w.]*$/i.test(hostname);
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

// The order matters: each brand's user agent also contains the names of those after it.
const browsers: readonly [name: string, pattern: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\/|\bOpera\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];

// Android says that it is Linux, and iPhones say that they are like a Mac.
const systems: readonly [name: string, pattern: RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad|iPod)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\b(Linux|X11)\b/],
];

/** The browser's family by its user agent, or "Other". */
export function detectBrowser(userAgent: string): string {
  return findName(browsers, userAgent) ?? "Other";
}

/** The operating system by its user agent, or "Other". */
export function detectSystem(userAgent: string): string {
  return findName(systems, userAgent) ?? "Other";
}

/** Browser and system by a user agent, in words: "Chrome on Windows". */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [findName(browsers, userAgent), findName(systems, userAgent)];
  if (system) return `${browser ?? "Unknown program"} on ${system}`;
  return browser ?? "Unknown device";
}

function findName(names: readonly [name: string, pattern: RegExp][], userAgent: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

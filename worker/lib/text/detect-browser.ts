type Names = readonly (readonly [name: string, pattern: RegExp])[];

/**
 * Apps that show pages in themselves: they say so beside the name of the system's browser, and tell of no page before. Each
 * pattern is a list of words: nothing in it looks further than it.
 */
const apps: Names = [
  ["LinkedIn", /\bLinkedInApp\b|\bcom\.linkedin\.android\b/],
  ["Threads", /\bBarcelona \d/],
  ["Instagram", /\bInstagram\b/],
  ["Facebook", /\bFB(?:AN|AV|_IAB|IOS)\b|\bMessengerForiOS\b|\bMessengerLiteForiOS\b/],
  ["TikTok", /\bmusical_ly\b|\bBytedanceWebview\b|\bTikTok\b|\btrill_\d/i],
  ["X", /\bTwitter(?:Android)?\b/],
  ["Pinterest", /\[Pinterest\/|\bPinterest\b/],
  ["Snapchat", /\bSnapchat\b/],
  ["WeChat", /\bMicroMessenger\b/],
  ["QQ", / QQ\/\d/],
  ["Weibo", /\bWeibo\b/],
  ["LINE", /\bLine\/\d/],
  ["KakaoTalk", /\bKAKAO(?:TALK|STORY)\b/i],
  ["WhatsApp", /\bWhatsApp\b/],
  ["Telegram", /\bTelegram\b/],
  ["Reddit", /\bReddit\b/],
  ["VK", /\bVK(?:AndroidApp|Client|_\w)|\bvkShare\b/],
  ["Odnoklassniki", /\bOKApp\b|\bOkApp\b/],
  ["Discord", /\bDiscord\b/],
  ["XING", /\bXING\b/],
  ["Slack", /\bSlack(?:_SSB)?\b/],
  ["Microsoft Teams", /\bTeams(?:Mobile)?\b/],
  ["Outlook", /\bOutlook-(?:iOS|Android)\b/],
  ["Google", /\bGSA\//],
  ["Naver", /\bNAVER\b/],
  ["Baidu", /\bbaiduboxapp\b|\bbdbrowser\b/i],
  ["ChatGPT", /\bChatGPT\b/],
  ["Perplexity", /\bPerplexity\b/],
];

// The order matters: each brand's user agent also contains the names of those after it.
const browsers: Names = [
  ["Edge", /\bEdg(?:e|A|iOS|W)?\//],
  ["Opera", /\bOP(?:R|T|X|iOS)\/|\bOpera\b/],
  ["Vivaldi", /\bVivaldi\//],
  ["Yandex Browser", /\bYaBrowser\/|\bYaSearchBrowser\/|\bYaApp_/],
  ["Brave", /\bBrave\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["UC Browser", /\bUC ?Browser\b|\bUCWEB\b/],
  ["Mi Browser", /\bMiuiBrowser\//],
  ["Huawei Browser", /\bHuaweiBrowser\//],
  ["HeyTap Browser", /\bHeyTapBrowser\//],
  ["Vivo Browser", /\bVivoBrowser\//],
  ["Silk", /\bSilk\//],
  ["Whale", /\bWhale\//],
  ["QQ Browser", /\bM?QQBrowser\b/],
  ["360 Browser", /\bQIHU|\b360SE\b|\bQHBrowser\b/],
  ["Sogou Browser", /\bMetaSr\b|\bSogouMobileBrowser\b/],
  ["Maxthon", /\bMaxthon\b/],
  ["Cốc Cốc", /\bcoc_coc_browser\//],
  ["DuckDuckGo", /\bDuckDuckGo\/|\bDdg\//],
  ["Ecosia", /\bEcosia\b/i],
  ["Avast", /\bAvast(?:SecureBrowser)?\//],
  ["Aloha", /\bAlohaBrowser\//],
  ["Puffin", /\bPuffin\//],
  ["SeaMonkey", /\bSeaMonkey\//],
  ["Pale Moon", /\bPaleMoon\//],
  ["Waterfox", /\bWaterfox\//],
  ["Firefox Focus", /\b(?:Focus|Klar)\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Internet Explorer", /\bMSIE \d|\bTrident\//],
  ["GNOME Web", /\bEpiphany\//],
  ["Konqueror", /\bKonqueror\b/],
  ["PlayStation", /\bPlayStation\b/],
  ["Electron", /\bElectron\//],
  ["Android WebView", /; wv\)/],
  ["Chromium", /\bChromium\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome|CrMo)\//],
  ["Safari", /\bSafari\//],
  // Without a name of its own it is an app of Apple's systems.
  ["Safari WebView", /\bAppleWebKit\//],
];

// Android says that it is Linux, televisions say that they are either, and iPhones say that they are like a Mac.
const systems: Names = [
  ["Windows Phone", /\bWindows Phone\b/],
  ["Xbox", /\bXbox\b/],
  ["PlayStation", /\bPlayStation\b/],
  ["Nintendo", /\bNintendo\b/],
  ["Tizen", /\bTizen\b/],
  ["webOS", /\bWeb0S\b|\bwebOS\b|\bNetCast\b/],
  ["Roku", /\bRoku\b/],
  ["VIDAA", /\bVIDAA\b/],
  ["tvOS", /\bApple ?TV\b|\btvOS\b/],
  ["Fire OS", /\bAFT[A-Z]|\bKF[A-Z]{2,4}\b/],
  ["KaiOS", /\bKAIOS\b/],
  ["HarmonyOS", /\bHarmonyOS\b|\bOpenHarmony\b/],
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad|iPod)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["BSD", /\b(?:Free|Open|Net)BSD\b/],
  ["Linux", /\b(?:Linux|X11)\b/],
];

/** Browsers that say who they are in `Sec-CH-UA` alone, as that header and as we write them. */
const hinted: Readonly<Record<string, string>> = {
  Brave: "Brave",
  Vivaldi: "Vivaldi",
  Opera: "Opera",
  "Opera GX": "Opera",
  Yandex: "Yandex Browser",
  YaBrowser: "Yandex Browser",
  DuckDuckGo: "DuckDuckGo",
  Whale: "Whale",
};

/** The longest user agent that is looked at, and the longest list of brands. */
const longest = 1024;

/**
 * The browser's family by its user agent (and by `brands`, what the header `Sec-CH-UA` says), or "Other". An app that shows pages
 * in itself is "LinkedIn app".
 */
export function detectBrowser(userAgent: string, brands = ""): string {
  const app = detectApp(userAgent);
  if (app !== null) return `${app} app`;
  for (const [, brand = ""] of brands.slice(0, longest).matchAll(/"([\w ]{1,40})"/g))
    if (Object.hasOwn(hinted, brand)) return hinted[brand] ?? brand;
  return findName(browsers, userAgent) ?? "Other";
}

/** The app that shows the page in itself; null for a browser. */
export function detectApp(userAgent: string): string | null {
  return findName(apps, userAgent) ?? null;
}

/** The operating system by its user agent, or "Other". */
export function detectSystem(userAgent: string): string {
  return findName(systems, userAgent) ?? "Other";
}

/** Browser and system by a user agent, in words: "Chrome on Windows". */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [detectBrowser(userAgent), findName(systems, userAgent)];
  if (system) return `${browser === "Other" ? "Unknown program" : browser} on ${system}`;
  return browser === "Other" ? "Unknown device" : browser;
}

function findName(names: Names, userAgent: string): string | undefined {
  const text = userAgent.slice(0, longest);
  return names.find(([, pattern]) => pattern.test(text))?.[0];
}

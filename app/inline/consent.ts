/**
 * The consent banner, which works before and without React. Nothing is stored or sent until the visitor chooses, and
 * the code for that (later/consented.ts) is not fetched before. Keep this file small: it is part of every public page.
 */
import { readChoice, reportFailure } from "../client/consent-choice.ts";
import {
  bannerDelay,
  bannerFade,
  bannerId,
  type Choice,
  consentedPath,
  consentKey,
  dateKey,
  eventsKey,
  sessionKey,
  viewsKey,
  visitorKey,
} from "../shared/consent.ts";

const page = document;
/** Global Privacy Control: the browser asks not to be tracked, so the banner is not shown. */
const asksForPrivacy = (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl;
/** The choice made on this page, for a browser whose storage is blocked. */
let chosen: unknown;
/** The "Cookie settings" button that opened the banner. The focus returns to it. */
let opener: HTMLElement | undefined;

const getBanner = () => page.getElementById(bannerId);
const hasFocus = () => getBanner()?.contains(page.activeElement);

function useConsented(use: (script: typeof import("./later/consented.ts")) => void) {
  import(/* @vite-ignore */ consentedPath).then(use).catch(reportFailure);
}

function show() {
  const banner = getBanner();
  if (banner) banner.hidden = banner.inert = false;
  return banner;
}

function hide() {
  const banner = getBanner();
  if (!banner) return;
  if (hasFocus()) opener?.focus();
  banner.inert = true;
  setTimeout(() => (banner.hidden = banner.inert), bannerFade);
}

function choose(choice: Choice) {
  if (getBanner()?.inert) return;
  const chosenAt = (chosen = new Date().toISOString());
  let known: string | undefined;
  hide();
  try {
    if (choice == "rejected") {
      known = localStorage[visitorKey];
      for (const key of [visitorKey, viewsKey, sessionKey, eventsKey]) localStorage.removeItem(key);
    }
    localStorage[consentKey] = choice;
    localStorage[dateKey] = chosenAt;
  } catch (error) {
    reportFailure(error);
  }
  useConsented((script) => script.apply(choice, chosenAt, known));
}

function begin() {
  if (!getBanner()) return;
  if (readChoice() == "accepted") useConsented((script) => script.track());
  else setTimeout(() => chosen || readChoice() || asksForPrivacy || show(), bannerDelay);
}

page.addEventListener("click", ({ target }) => {
  const button = (target as Element).closest<HTMLElement>("[data-choice],[data-cookie-settings]");
  const choice = button?.dataset.choice;
  if (choice) choose(choice as Choice);
  else if (button) {
    opener = button;
    const banner = show();
    banner?.focus();
    if (banner && readChoice()) useConsented((script) => script.showChoice(banner));
  }
});
page.addEventListener("keydown", ({ key }) => {
  if (key != "Escape" || !hasFocus()) return;
  if (chosen || readChoice()) hide();
  else choose("rejected");
});
addEventListener("storage", ({ key }) => {
  if (key == consentKey) hide();
});
addEventListener("page-view", begin);
begin();

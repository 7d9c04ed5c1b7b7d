/**
 * The consent banner, which works before and without React. Nothing is stored or sent until the visitor chooses, and
 * the code for that (later/consented.ts) is not fetched before. Keep this file small: it is part of every public page.
 */
import { readChoice } from "../client/read-choice.ts";
import { reportFailure } from "../client/report-failure.ts";
import { storeChoice } from "../client/store-choice.ts";
import {
  bannerDelay,
  bannerFade,
  bannerId,
  type Choice,
  choicePath,
  consentedPath,
  consentKey,
  withdrawalKey,
} from "#shared/analytics/consent.ts";
import type * as Choosing from "./later/choice.ts";
import type * as Consented from "./later/consented.ts";

const page: Document & { prerendering?: boolean } = document;
/** Global Privacy Control: the browser asks not to be tracked, so the banner is not shown. */
const asksForPrivacy = (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl;
/** The choice made on this page, for a browser whose storage is blocked. */
let chosen: Choice | undefined;
/** The "Cookie settings" button that opened the banner. The focus returns to it. */
let opener: HTMLElement | undefined;

const getBanner = () => page.getElementById(bannerId);
const hasFocus = () => getBanner()?.contains(page.activeElement);

function useScript<Script>(path: string, use: (script: Script) => void) {
  import(/* @vite-ignore */ path).then(use).catch(reportFailure);
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
  chosen = choice;
  hide();
  try {
    storeChoice(choice);
  } catch (error) {
    reportFailure(error);
  }
  begin();
}

function begin() {
  if (!getBanner()) return;
  const choice = readChoice();
  if (choice == "accepted") useScript(consentedPath, (script: typeof Consented) => script.track());
  // Undefined where the storage is blocked.
  if (choice != undefined && (chosen == "rejected" || localStorage[withdrawalKey]))
    useScript(choicePath, (script: typeof Choosing) => script.finish());
  setTimeout(() => chosen || readChoice() || asksForPrivacy || show(), bannerDelay);
}

function onClick({ target }: Event) {
  const button = (target as Element).closest<HTMLElement>("[data-choice],[data-cookie-settings]");
  const choice = button?.dataset.choice;
  if (choice) choose(choice as Choice);
  else if (button) {
    opener = button;
    const banner = show();
    banner?.focus();
    if (banner && readChoice()) useScript(choicePath, (script: typeof Choosing) => script.showChoice(banner));
  }
}

function onKey({ key }: KeyboardEvent) {
  if (key != "Escape" || !hasFocus()) return;
  if (chosen || readChoice()) hide();
  else choose("rejected");
}

// While React hydrates, events come no further than here (app/client/hold-events.ts).
addEventListener("click", onClick, true);
addEventListener("keydown", onKey, true);
addEventListener("storage", ({ key }) => {
  if (key == consentKey) hide();
});
// Came back from the back/forward cache: a view, and perhaps the choice was made on a page after this one.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || !readChoice()) return;
  hide();
  begin();
});
addEventListener("page-view", begin);
// Browsers prepare pages that nobody looks at yet, and perhaps never will.
if (page.prerendering) page.addEventListener("prerenderingchange", begin);
else begin();

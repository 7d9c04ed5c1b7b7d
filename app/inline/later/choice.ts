/**
 * For Cookie settings, and for rejections to report to the server. The inline script fetches this file only then:
 * with the settings, so that it is there when somebody withdraws and goes.
 */
import { readChoice } from "../../client/read-choice.ts";
import { erase, retry } from "../../client/withdraw.ts";
import { dateKey, storedPath, visitorKey } from "#shared/analytics/consent.ts";

/** Does what a rejection takes, until nothing is left to do. */
export function finish(): void {
  retry();
}

/** Shows in the reopened banner which choice is in force, and since when. */
export function showChoice(banner: HTMLElement): void {
  const line = banner.querySelector('[role="status"]') as (ParentNode & Node) | null;
  const choice = readChoice();
  if (!line || !choice) return;
  const day = new Date(localStorage[dateKey]).toLocaleDateString("en-GB", { dateStyle: "long" });
  const link = Object.assign(document.createElement("a"), { href: storedPath, textContent: "See what is stored" });
  line.replaceChildren(`Your choice since ${day}: ${choice}. `, link);
}

addEventListener("storage", ({ key }) => {
  // This tab may have stored something before it knew that another one has erased it all.
  if (key === visitorKey && readChoice() === "rejected") erase();
});

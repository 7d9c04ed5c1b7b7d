/** Pages with hostile texts: what shows that none of them came alive. */
import type { Page } from "playwright/test";
import { articleVectors } from "../../article-vectors.ts";
import { answeredWith, expect, test as base } from "../fixtures.ts";

/** A test that fails when anything of a page runs, loads from elsewhere or is refused by the policy. */
export const test = base.extend<{ hits: string[] }>({
  hits: async ({ page, allowConsole }, use) => {
    // Pictures that are not there or are none, and saves that a test keeps from the server.
    allowConsole.push(answeredWith(401, 404), /net::ERR_INTERNET_DISCONNECTED/);
    const hits: string[] = [];
    await watch(page, hits);
    await use(hits);
    expect(hits).toEqual([]);
  },
});

/** Notes in `hits` what must not happen on the page. */
export async function watch(page: Page, hits: string[]): Promise<void> {
  await page.exposeFunction("tellHit", (what: string) => void hits.push(what));
  await page.addInitScript(() => {
    const { tellHit } = window as unknown as { tellHit: (what: string) => void };
    Object.defineProperty(window, "pwn", { value: () => tellHit("pwn()") });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      tellHit(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on("request", (request) => {
    if (new URL(request.url()).hostname.endsWith("pwn.example")) hits.push(request.url());
  });
  page.on("dialog", (dialog) => {
    hits.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => hits.push(`popup: ${popup.url()}`));
}

/** Texts of one line: what comes in one block of an article. */
export const lines = articleVectors.map((text) => text.replaceAll(/[\r\n\u0000]+/g, " ").toWellFormed());

/** What of the open page, and of what it frames, would run, load from elsewhere or lead to what is no page. */
export async function findActive(page: Page): Promise<string[]> {
  const found = page.frames().map((frame) =>
    frame.evaluate(() => {
      const isOwn = (address: string) => address.startsWith(`${location.origin}/`) || address.startsWith("data:image/");
      return [...document.querySelectorAll("*")].flatMap((element) => {
        const wrong = element.getAttributeNames().filter((name) => {
          const value = element.getAttribute(name) ?? "";
          if (/^on|^srcdoc$|^formaction$|^ping$/.test(name) && value !== "") return true;
          const address = URL.parse(value, document.baseURI)?.href;
          // It leads nowhere.
          if (address === undefined) return false;
          if (["src", "data", "poster", "background", "action"].includes(name) && value !== "") return !isOwn(address);
          return name === "href" && !/^(https?|mailto):/.test(address);
        });
        return wrong.map((name) => `${element.tagName} ${name}=${element.getAttribute(name)}`);
      });
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Checks articles beside the page, so that typing is not held up: a long text takes some hundredths of a second. */
import { type CheckedSite, type CheckInput, examineArticle } from "./check-article.ts";
import type { Finding } from "./finding.ts";
import type { Reading } from "./reading-level.ts";

/** The site is told once, because it may have thousands of pages. */
export type CheckOrder =
  | { site: { pages: readonly string[]; takenSlugs: readonly string[]; origin: string } }
  | { input: Omit<CheckInput, keyof CheckedSite> };

export interface CheckAnswer {
  findings: Finding[];
  reading: Reading | null;
}

let site: CheckedSite = { pages: new Set(), takenSlugs: new Set(), origin: "" };

self.addEventListener("message", ({ data }: MessageEvent<CheckOrder>) => {
  if ("site" in data) {
    const { pages, takenSlugs, origin } = data.site;
    site = { pages: new Set(pages), takenSlugs: new Set(takenSlugs), origin };
    return;
  }
  const answer: CheckAnswer = examineArticle({ ...data.input, ...site });
  self.postMessage(answer);
});

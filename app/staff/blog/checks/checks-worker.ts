/** Checks articles beside the page, so that typing is not held up: a long text takes some hundredths of a second. */
import {
  type CheckedSite,
  type CheckInput,
  type Examined,
  examineArticle,
} from "#app/shared/article-checks/check-article.ts";

/** The site is told once, because it may have thousands of pages. */
export type CheckOrder =
  | { site: { pages: readonly string[]; takenSlugs: readonly string[]; origin: string } }
  | { input: Omit<CheckInput, keyof CheckedSite> };

let site: CheckedSite = { pages: new Set(), takenSlugs: new Set(), origin: "" };

self.addEventListener("message", ({ data }: MessageEvent<CheckOrder>) => {
  if ("site" in data) {
    const { pages, takenSlugs, origin } = data.site;
    site = { pages: new Set(pages), takenSlugs: new Set(takenSlugs), origin };
    return;
  }
  const answer: Examined = examineArticle({ ...data.input, ...site });
  self.postMessage(answer);
});

/** Checks articles beside the page, so that typing is not held up: a long text takes some hundredths of a second. */
import { type CheckInput, type Examined, examineArticle } from "#shared/insights/article-checks/check-article.ts";

/** An answer has the number of its question. */
export interface CheckOrder {
  turn: number;
  input: CheckInput;
}

export interface CheckAnswer {
  turn: number;
  examined: Examined;
}

self.addEventListener("message", ({ data: { turn, input } }: MessageEvent<CheckOrder>) => {
  self.postMessage({ turn, examined: examineArticle(input) } satisfies CheckAnswer);
});

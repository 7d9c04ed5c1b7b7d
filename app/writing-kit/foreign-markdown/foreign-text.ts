import type { ArticleParts } from "#shared/insights/article-markdown.ts";
import type { Losses } from "#shared/insights/losses.ts";

/** The state while Markdown of another system is read: `env` of its reader. */
export interface ForeignText {
  article: ArticleParts;
  losses: Losses;
  /** Names of tags in the text, in small letters, with a slash before those of ends. */
  tags?: ReadonlySet<string>;
}

export function lossesOf(env: unknown): Losses {
  return (env as ForeignText).losses;
}

import type { PostDraft } from "#worker/insights/post-draft.ts";
import { type Missing, postMade } from "../use-missing.ts";
import { sendCover } from "./send-cover.ts";

interface MissingCover {
  id: string;
  title: string;
  /** JSON, as the article has it. */
  cover: string;
}

/** The route for covers takes one a second of a person at most. */
const pause = 1100;

/** Draws the covers of articles that came from a program or an import. */
export const missingCovers: Missing<MissingCover> = {
  path: "/blog-management/missing-covers",
  async make({ id, title, cover }, signal) {
    const rest = new Promise((done) => setTimeout(done, pause));
    // What draws is large, and hardly any visit of the list needs it.
    const { makeCover } = await import("./make-cover.ts");
    const { files } = await makeCover(JSON.parse(cover) as NonNullable<PostDraft["cover"]>, title);
    const pictures = await sendCover(files);
    const form = new URLSearchParams({ id, title, cover });
    for (const [part, key] of Object.entries(pictures)) form.set(`pictures.${part}`, key);
    await postMade(missingCovers.path, form, signal);
    await rest;
  },
};

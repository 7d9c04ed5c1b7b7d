import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { type Missing, postMade } from "#app/staff/media/use-missing.ts";

interface MissingCover {
  id: string;
  title: string;
  /** JSON, as the article has it. */
  cover: string;
}

/** The site takes one a second of a person at most. */
const pause = 1100;

/** Draws the covers of articles that came from a program or an import. */
export const missingCovers: Missing<MissingCover> = {
  path: "/blog-management/missing-covers",
  async make({ id, title, cover }, signal) {
    const rest = new Promise((done) => setTimeout(done, pause));
    // What draws is large, and hardly any visit of the list needs it.
    const { makeCover } = await import("./make-cover.ts");
    const { files } = await makeCover(JSON.parse(cover) as NonNullable<InsightDraft["cover"]>, title);
    const form = new FormData();
    for (const [name, value] of Object.entries({ id, title, cover, ...files })) form.set(name, value);
    await postMade(missingCovers.path, form, signal);
    await rest;
  },
};

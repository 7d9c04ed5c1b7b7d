import type { SitePage, SitePages } from "../../lib/scope.ts";
import type { Indexed } from "../engine/put-documents.ts";
import { readSections } from "./read-html.ts";

/** What is the same on many pages, changes by itself, or is not written yet. */
const leaveOut = ["related", "call", "openings", "#openings", "listing", "to-replace", "blank", "btn", "more"];

function writePageKey(path: string): string {
  return `page:${path}`;
}

/** A public page that is in no table, as it is to be found; null for one that search engines are not to list either. */
export async function readPage(
  { readHtml }: Pick<SitePages, "readHtml">,
  { path, kind, name, description, changedAt }: SitePage,
): Promise<Indexed | null> {
  const html = await readHtml(path);
  if (/<meta name="robots" content="[^"]*noindex/.test(html)) return null;
  const sections = await readSections(html, { within: "main", leaveOut });
  return { key: writePageKey(path), kind, path, title: name, summary: description, changedAt, sections };
}

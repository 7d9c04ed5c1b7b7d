import { Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { type Loss, Losses } from "#shared/insights/losses.ts";
import { parseHtml } from "../../sieve/parse-html.ts";
import { sieveParsed } from "../../sieve/sieve.ts";
import { listNamed, listParts, remove } from "../../sieve/tree.ts";
import { writeHtml } from "../../sieve/write-html.ts";
import { waitForPicture } from "./pasted-pictures.ts";

/**
 * What an article takes of pasted HTML, as HTML of the editor's own kind, which it puts in like a copy of itself. `tell`
 * gets the losses. Nothing of it runs or loads.
 */
export function cleanPastedHtml(html: string, view: EditorView, tell: (losses: readonly Loss[]) => void): string {
  const parsed = parseHtml(html);
  // Our own copies know what each part is.
  if (listParts(parsed.body, ({ attributes }) => attributes.has("data-pm-slice")).length > 0) {
    for (const part of listNamed(parsed.body, dropped)) remove(part);
    return writeHtml(parsed.body, (name) => !/^(?:style$|on|srcdoc$|srcset$)/.test(name));
  }
  const losses = new Losses();
  const { doc } = sieveParsed(parsed, view.state.schema, {
    losses,
    takesPicture: (address) => /^\/(?![/\\])/.test(address),
    nameEmbedded: waitForPicture,
    placePicture: dropOrigin,
    placeLink: dropOrigin,
  });
  tell(losses.list());
  return view.serializeForClipboard(Slice.maxOpen(doc.content)).dom.innerHTML;
}

const dropped =
  "script style meta link title template noscript iframe object embed svg math form input button select textarea video audio canvas base";

/** An address of this site, as an article has it. */
function dropOrigin(address: string): string {
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
}

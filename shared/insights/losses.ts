/** What of a text of others an article cannot keep: one list, for what is pasted and for what is imported. */

interface LossWords {
  one: string;
  many: string;
  /** What was made of it instead; without this it was left out. */
  became?: string;
}

/** The words in which staff read of each kind. */
const lossWords = {
  pictures: { one: "picture", many: "pictures" },
  pictureWords: { one: "description of a picture", many: "descriptions of pictures", became: "shortened" },
  galleries: { one: "gallery", many: "galleries", became: "its pictures follow each other" },
  drawings: { one: "drawing", many: "drawings" },
  formulas: { one: "formula", many: "formulas", became: "kept as plain text" },
  videos: { one: "video", many: "videos" },
  videoLinks: { one: "video", many: "videos", became: "kept as a link" },
  audio: { one: "recording", many: "recordings" },
  audioLinks: { one: "recording", many: "recordings", became: "kept as a link" },
  embeds: { one: "embedded page", many: "embedded pages" },
  embedLinks: { one: "embedded page", many: "embedded pages", became: "kept as a link" },
  files: { one: "file to download", many: "files to download", became: "kept as a link" },
  forms: { one: "form or field", many: "forms or fields" },
  buttons: { one: "button", many: "buttons", became: "kept as a link or as its words" },
  scripts: { one: "script", many: "scripts" },
  comments: { one: "comment", many: "comments" },
  customFields: { one: "custom field", many: "custom fields" },
  socialFields: { one: "field for social networks", many: "fields for social networks" },
  searchFields: { one: "field for search engines", many: "fields for search engines" },
  taxonomies: { one: "term of a taxonomy", many: "terms of taxonomies" },
  shortcodes: { one: "shortcode", many: "shortcodes" },
  templates: { one: "command of a template", many: "commands of a template" },
  cards: {
    one: "block of a kind that is not known",
    many: "blocks of a kind that is not known",
    became: "its text is kept",
  },
  pageLinks: {
    one: "link to a place in the same text",
    many: "links to places in the same text",
    became: "its words are kept",
  },
  telephoneLinks: { one: "telephone link", many: "telephone links", became: "its words are kept" },
  links: { one: "link that leads nowhere here", many: "links that lead nowhere here", became: "its words are kept" },
  checkMarks: { one: "box to tick", many: "boxes to tick", became: "kept as the sign ☑ or ☐" },
  listMarks: { one: "way of numbering", many: "ways of numbering", became: "counted in plain numbers" },
  headingNumbers: { one: "typed number of a heading", many: "typed numbers of headings" },
  definitionLists: { one: "list of terms", many: "lists of terms", became: "kept as paragraphs" },
  foldOuts: { one: "part that folds out", many: "parts that fold out", became: "it is always open" },
  columns: { one: "set of columns", many: "sets of columns", became: "its parts follow each other" },
  pageBreaks: { one: "page break", many: "page breaks" },
  notes: { one: "call-out", many: "call-outs", became: "kept as a quote or as paragraphs" },
  footnotes: { one: "footnote", many: "footnotes", became: "its words are kept in the text" },
  joinedCells: { one: "joined cell of a table", many: "joined cells of tables", became: "each column keeps its place" },
  nestedTables: { one: "table inside a table", many: "tables inside tables", became: "kept as one line of text" },
  cellBlocks: {
    one: "cell with several paragraphs",
    many: "cells with several paragraphs",
    became: "kept as one line",
  },
  styles: {
    one: "text with a look of its own",
    many: "texts with a look of their own",
    became: "kept without colour, size and alignment",
  },
  underlines: { one: "underlined text", many: "underlined texts", became: "kept without the line" },
  highlights: { one: "marked text", many: "marked texts", became: "kept without the colour" },
  raised: { one: "raised or lowered text", many: "raised or lowered texts", became: "kept on the line" },
  emojiNames: { one: "name of an emoji", many: "names of emoji", became: "kept as typed" },
  abbreviations: { one: "explanation of an abbreviation", many: "explanations of abbreviations" },
  readings: { one: "reading of a word (ruby)", many: "readings of words (ruby)", became: "kept behind the word" },
  directions: { one: "direction of a text", many: "directions of texts" },
  changes: { one: "deletion that somebody proposed", many: "deletions that somebody proposed" },
  hidden: { one: "hidden text", many: "hidden texts" },
  attributes: { one: "attribute", many: "attributes" },
  unknownElements: {
    one: "element of a kind that is not known",
    many: "elements of a kind that is not known",
    became: "its text is kept",
  },
  unreadable: { one: "sign that could not be read", many: "signs that could not be read" },
  tooDeep: { one: "part nested too deep", many: "parts nested too deep", became: "its text is kept, less deep" },
  tooLong: {
    one: "letter past the longest text that can be read",
    many: "letters past the longest text that can be read",
  },
  letters: {
    one: "letter in a place where an article has no text",
    many: "letters in places where an article has no text",
  },
  other: { one: "something else", many: "other things" },
} as const satisfies Record<string, LossWords>;

export type LossKind = keyof typeof lossWords;

export const lossKinds = Object.keys(lossWords) as LossKind[];

/** A part of a text that an import cannot convert. `example` names one of it: an address, a shortcode, a few words. */
export interface Loss {
  kind: LossKind;
  count: number;
  /** At most 120 signs of plain text. Of the kind "other" it says all of it: "the caption of the cover". */
  example?: string;
}

/** More different ones than anybody reads; a damaged file could name thousands. */
const most = 60;
const longestExample = 120;

/** Counts the losses of a text. */
export class Losses {
  readonly #found = new Map<string, Loss>();

  /** Those of a kind with one example are one loss. */
  add(kind: LossKind, example = "", count = 1): void {
    const name = shorten(example, longestExample);
    const key = `${kind} ${name}`;
    const known = this.#found.get(key);
    if (known) known.count += count;
    else if (name !== "" && this.#found.size >= most) this.add(kind, "", count);
    else this.#found.set(key, { kind, count, ...(name !== "" && { example: name }) });
  }

  /** How many of a kind there are. */
  count(kind: LossKind): number {
    return this.list().reduce((sum, loss) => sum + (loss.kind === kind ? loss.count : 0), 0);
  }

  list(): Loss[] {
    return [...this.#found.values()];
  }
}

/** Text of others on one line, short enough for a report. */
export function shorten(text: string, most = 60): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const signs = [...line];
  return signs.length > most ? `${signs.slice(0, most - 1).join("")}…` : line;
}

/** The loss in words: "2 videos, kept as a link (https://a.example/film.mp4)". */
export function describeLoss({ kind, count, example = "" }: Loss): string {
  const words: LossWords = lossWords[kind];
  if (kind === "other" && example !== "") return count > 1 ? `${example} (${count} times)` : example;
  const name = `${count.toLocaleString("en")} ${count === 1 ? words.one : words.many}`;
  return name + (words.became === undefined ? "" : `, ${words.became}`) + (example === "" ? "" : ` (${example})`);
}

/** The same list with one entry for each kind, which has the first example: for a short notice. */
export function joinLosses(losses: readonly Loss[]): Loss[] {
  const joined = new Map<string, Loss>();
  for (const loss of losses) {
    const key = loss.kind === "other" ? `other ${loss.example ?? ""}` : loss.kind;
    const known = joined.get(key);
    if (known) known.count += loss.count;
    else joined.set(key, { ...loss });
  }
  return [...joined.values()];
}

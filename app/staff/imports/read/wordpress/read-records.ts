import { SaxesParser } from "saxes";
import { BrokenFileError } from "../../imported-post.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";
import { Budget } from "../budget.ts";
import { type Input, readText } from "../read-bytes.ts";

/** A child of the channel: an item, an author, a category, or a line of text such as the address of the site. */
export interface WordpressRecord {
  /** "item", "wp:author", "wp:category", … */
  name: string;
  /** Where it begins; the first line is 1. */
  line: number;
  /** Its texts by name, such as "title", "wp:post_id", "content:encoded"; "" for text of its own. */
  fields: ReadonlyMap<string, string>;
  /** Custom fields of an item, the last of each name. */
  meta: ReadonlyMap<string, string>;
  terms: readonly WordpressTerm[];
  /** What readers said of it, without what was taken for advertising. */
  comments: number;
  /** Characters were left out, because there were too many. */
  isTooLong: boolean;
}

interface WordpressTerm {
  /** "category", "post_tag", "post_format", "author", … */
  domain: string;
  nicename: string;
  name: string;
}

/** More than an article holds ten times over; a file without an end could fill the memory. */
const longestField = 3_000_000;
/** Of one record: its text and its custom fields. */
const longestRecord = 8_000_000;
const mostFields = 5000;
const deepest = 100;
/** Letters and tags of a file: an archive may unpack to more than a file may have. */
const mostSteps = 600_000_000;

/** Prefixes by the ends of their namespaces: files may name them otherwise. */
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/wordpress\.org\/export\/1\.\d\/excerpt/, "excerpt:"],
  [/wordpress\.org\/export\/1\.\d/, "wp:"],
  [/purl\.org\/rss\/1\.0\/modules\/content/, "content:"],
  [/purl\.org\/dc\/elements/, "dc:"],
];

/** What plugins get wrong in XML, and every reader understands anyway. */
const forgiven =
  /undefined entity|unbound namespace prefix|duplicate attribute|disallowed character\.|disallowed in char data/;

/**
 * The records of an export of WordPress, piece by piece. Fields in `skipped` stay empty.
 * @throws {BrokenFileError} with the line where the file stops being XML; the records before it were handed over
 */
export async function* readRecords(
  input: Input,
  skipped: readonly string[] = [],
  budget = new Budget(mostSteps),
): AsyncGenerator<WordpressRecord> {
  const done: WordpressRecord[] = [];
  const parser = new SaxesParser({ xmlns: true, position: true });
  const collector = collectRecords(done, skipped, () => parser.line);
  const place = () => `${input.name ? `${input.name}, ` : ""}line ${parser.line}`;
  parser.on("error", (error) => {
    if (forgiven.test(error.message)) return;
    throw new BrokenFileError(describe(error.message), place());
  });
  parser.on("opentag", (tag) => {
    budget.spend(1 + Object.keys(tag.attributes).length, place());
    const attribute = (name: string) => tag.attributes[name]?.value ?? "";
    collector.open(nameTag(tag), { domain: attribute("domain"), nicename: attribute("nicename"), name: "" }, () =>
      writeTag(tag),
    );
  });
  parser.on("closetag", (tag) => collector.close(nameTag(tag)));
  parser.on("text", (text) => collector.text(text, false));
  parser.on("cdata", (text) => collector.text(text, true));
  let broken: unknown = null;
  const feed = (step: () => void) => {
    try {
      step();
    } catch (error) {
      broken =
        error instanceof BrokenFileError ? error : new BrokenFileError("The file is no XML from here on.", place());
    }
  };
  try {
    for await (const text of readText(input)) {
      budget.spend(text.length, place());
      feed(() => parser.write(text));
      yield* done.splice(0);
      if (broken) break;
    }
  } catch (error) {
    // An archive that is damaged in the middle.
    broken = error;
  }
  if (!broken) feed(() => parser.close());
  yield* done.splice(0);
  if (broken) throw broken;
}

function nameTag({ name, local, uri }: { name: string; local: string; uri: string }): string {
  if (uri === "") return name;
  return (prefixes.find(([pattern]) => pattern.test(uri))?.[1] ?? "other:") + local;
}

function writeTag({ name, attributes }: { name: string; attributes: Readonly<Record<string, { value: string }>> }) {
  const written = Object.entries(attributes).map(([key, { value }]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${written.join("")}>`;
}

/** Fields whose text is HTML. */
const isHtml = /^(?:content|excerpt):encoded$/;

function describe(message: string): string {
  if (/unclosed tag|unexpected end|document must contain/.test(message))
    return "The file ends too early. Export or download it again.";
  return `The file is damaged here: ${message.replace(/^(?:[^:]*:)?\d+:\d+: /, "").replace(/\.$/, "")}. Export or download it again.`;
}

/** Puts together the records from what stands in the file. */
function collectRecords(done: WordpressRecord[], skipped: readonly string[], line: () => number) {
  const path: string[] = [];
  let record:
    | (WordpressRecord & {
        comments: number;
        fields: Map<string, string>;
        meta: Map<string, string>;
        terms: WordpressTerm[];
      })
    | null = null;
  let term: WordpressTerm | null = null;
  let isComment = false;
  // Pieces of the text of the present field.
  let text = "";
  /** Where a section of it ended; null where it has none. */
  let sectionEnd: number | null = null;
  let letters = 0;

  function open(name: string, made: WordpressTerm, write: () => string): void {
    path.push(name);
    if (path.length > deepest) throw new BrokenFileError("Elements are nested without end.", `line ${line()}`);
    // What stands behind a section that ended too early is read as elements, and was HTML.
    if (path.length > 4 && isHtml.test(path[3] ?? "")) return add(write());
    text = "";
    sectionEnd = null;
    if (path.length === 3) {
      letters = 0;
      record = { name, line: line(), fields: new Map(), meta: new Map(), terms: [], comments: 0, isTooLong: false };
    } else if (path.length === 4) {
      isComment = name === "wp:comment";
      if (isComment && record) record.comments += 1;
      if (name === "category") term = made;
    }
  }

  function close(name: string): void {
    const depth = path.length;
    path.pop();
    if (!record) return;
    if (depth > 4 && isHtml.test(path[3] ?? "")) return add(`</${name}>`);
    text = mendSection(text, sectionEnd);
    if (isComment && depth === 5 && name === "wp:comment_approved") {
      if (/spam|trash/.test(text)) record.comments -= 1;
    } else if (depth === 5 && path.at(-1) === "wp:postmeta") {
      record.fields.set(name, text);
      if (name === "wp:meta_value" && record.meta.size < mostFields)
        record.meta.set(record.fields.get("wp:meta_key") ?? "", text);
    } else if (depth === 4 && term && name === "category") {
      record.terms.push({ ...term, name: text });
      term = null;
    } else if (depth === 4 && !isComment) {
      if (name !== "wp:postmeta") record.fields.set(name, text);
    } else if (depth === 3) {
      if (text.trim() !== "") record.fields.set("", text);
      done.push(record);
      record = null;
    }
    if (depth > 3) text = "";
    sectionEnd = null;
  }

  function add(piece: string): void {
    if (!record || skipped.includes(path[3] ?? "")) return;
    letters += piece.length;
    if (text.length + piece.length > longestField || letters > longestRecord) record.isTooLong = true;
    else text += piece;
  }

  return {
    open,
    close,
    text(piece: string, isSection: boolean): void {
      const isSilent = isComment && path.length > 3 && path.at(-1) !== "wp:comment_approved";
      if (!record || isSilent) return;
      add(piece);
      if (isSection) sectionEnd = text.length;
    },
  };
}

/**
 * A text that has the sign in it that ends its section, where whoever wrote the file did not take care of that: the section
 * ended there, and the sign at the end of the text was the one that was meant.
 */
function mendSection(text: string, end: number | null): string {
  if (end === null || end === text.length || !text.trimEnd().endsWith("]]>")) return text;
  return `${text.slice(0, end)}]]>${text.slice(end).trimEnd().slice(0, -3)}`;
}

/** Text of rendered HTML by its headings: what is read of a page, and nothing of what leads around it. */
import type { Section } from "../engine/cut-text.ts";

/** What leads elsewhere, is filled in, or is drawn. */
const skippedElements = new Set(
  "nav form button dialog select textarea template noscript script style svg iframe video audio object".split(" "),
);

/** Elements that stand within a line. All others end what was written before them. */
const inline = new Set(
  "a abbr b bdi bdo cite code data del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

interface ReadOptions {
  /** The element whose content is read; all of the HTML by default. */
  within?: string;
  /** Classes and ids of elements that are left out: "related", "#openings". */
  leaveOut?: readonly string[];
}

/** A heading that the reader is below, or an element with an id of the page's own. */
interface Level {
  level: number;
  text: string;
  anchor: string;
}

/**
 * The sections of `html` in their order, each with the headings from the second to the fourth level that it stands below. What
 * stands before the first of them, the heading of the first level with it, has no trail. A heading without an id of its own leads to
 * the section that begins with it, else to where the heading above it leads. Sections without a text are left out.
 */
export async function readSections(html: string, { within, leaveOut = [] }: ReadOptions = {}): Promise<Section[]> {
  const reader = new SectionReader();
  let depth = 0;
  let isInside = within === undefined;
  const left = new Set(leaveOut);
  await new HTMLRewriter()
    .on("*", {
      element(element) {
        const { tagName: name } = element;
        if (name === within) {
          isInside = true;
          onEnd(element, () => void (isInside = false));
          return;
        }
        if (!isInside) return;
        if (depth > 0 || isLeftOut(element, left)) {
          // Only the end of the outermost element that is left out has to be found.
          if (depth === 0 && onEnd(element, () => void (depth = 0))) depth = 1;
          return;
        }
        if (name === "br" || !inline.has(name)) reader.endLine();
        if (inline.has(name)) return;
        if (name === "li") reader.beginItem();
        const level = readLevel(name);
        const id = element.getAttribute("id") ?? "";
        if (level === undefined) {
          const isSection = name === "section" && id !== "";
          if (isSection) reader.openSection(id);
          onEnd(element, () => (name === "li" ? reader.endItem() : reader.endLine()));
          return;
        }
        reader.openHeading(level, id);
        onEnd(element, () => reader.closeHeading());
      },
      text({ text }) {
        if (isInside && depth === 0) reader.write(text);
      },
    })
    .transform(new Response(html))
    .text();
  return reader.end();
}

function readLevel(name: string): number | undefined {
  return /^h[1-4]$/.test(name) ? Number(name[1]) : undefined;
}

/** False where the element has no end tag. */
function onEnd(element: Element, run: () => void): boolean {
  try {
    element.onEndTag(run);
    return true;
  } catch {
    return false;
  }
}

/** The number in the text that leads to a footnote. */
const isFootnote = /^fnref-\d/;

function isLeftOut(element: Element, left: ReadonlySet<string>): boolean {
  if (skippedElements.has(element.tagName)) return true;
  if (element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true") return true;
  const classes = (element.getAttribute("class") ?? "").split(" ");
  const id = element.getAttribute("id") ?? "";
  return classes.some((name) => left.has(name)) || left.has(`#${id}`) || isFootnote.test(id);
}

class SectionReader {
  readonly #sections: Section[] = [];
  #trail: Level[] = [];
  #lines: string[] = [];
  #line = "";
  #heading: { level: number; anchor: string } | null = null;
  /** How many lines there were before the item of a list that is read. */
  #item = Infinity;
  /** The id of a section that no heading has begun yet. */
  #opened = "";

  write(text: string): void {
    this.#line += text;
  }

  openSection(id: string): void {
    this.#opened = id;
  }

  beginItem(): void {
    this.#item = this.#lines.length;
  }

  endItem(): void {
    this.endLine();
    this.#item = Infinity;
  }

  openHeading(level: number, id: string): void {
    this.endLine();
    // What stands above a heading in an item of a list belongs to it.
    const above = this.#lines.splice(this.#item);
    this.#endSection();
    this.#lines = above;
    const isMade = id === "" || id.startsWith("_");
    this.#heading = { level, anchor: isMade ? this.#opened || id : id };
    this.#opened = "";
  }

  closeHeading(): void {
    const text = takeText(this.#line);
    this.#line = "";
    const { level, anchor } = this.#heading ?? { level: 1, anchor: "" };
    this.#heading = null;
    if (level === 1) {
      if (text !== "") this.#lines.push(endSentence(text));
      return;
    }
    const above = this.#trail.filter((each) => each.level < level);
    this.#trail = [...above, { level, text, anchor: anchor || (above.at(-1)?.anchor ?? "") }];
  }

  endLine(): void {
    // What is within a heading is one line.
    if (this.#heading) {
      this.#line += " ";
      return;
    }
    const text = takeText(this.#line);
    this.#line = "";
    if (text !== "") this.#lines.push(endSentence(text));
  }

  end(): Section[] {
    this.#endSection();
    return this.#sections;
  }

  #endSection(): void {
    this.endLine();
    const trail = this.#trail.map(({ text }) => text).filter((text) => text !== "");
    if (this.#lines.length > 0)
      this.#sections.push({ anchor: this.#trail.at(-1)?.anchor ?? "", trail, text: this.#lines.join(" ") });
    this.#lines = [];
    this.#item = Infinity;
  }
}

/** So that lines of a list do not become one sentence. */
function endSentence(text: string): string {
  return /[\p{L}\p{N})\]”’"'%]$/u.test(text) && !/[.!?…:;][)\]”’"']*$/u.test(text) ? `${text}.` : text;
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
};

/** Text as it is read: the characters that HTML names, and single spaces. */
function takeText(raw: string): string {
  return raw
    .replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    })
    .replaceAll("\u00AD", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

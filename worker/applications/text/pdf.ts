import {
  ContentStreamParser,
  DocumentParser,
  parseFont,
  parseToUnicode,
  PdfArray,
  PdfDict,
  PdfStream,
  Scanner,
  TextExtractor,
} from "virtual:pdf-parts";
import { Budget, limits, UnreadableFileError } from "./limits.ts";
import { joinChars, tidyUnicodeMap } from "./pdf-text.ts";
import { withFilters } from "./pdf-filters.ts";

type Font = ReturnType<typeof parseFont>;
type Resolve = ReturnType<DocumentParser["parse"]>["getObject"];

/** How deep drawings may be in drawings. */
const deepest = 5;
/** How much of one drawing is read, in bytes: text takes a hundredth of it. */
const longestDrawing = 2 * 1024 * 1024;
/** Longest list of widths of a font. */
const mostWidths = 20_000;

/**
 * The text of a PDF, page by page as it is drawn; "" where it has none, such as one of scanned pages.
 * @throws {UnreadableFileError} for one that is broken, needs a password or takes too much
 */
export function readPdfText(bytes: Uint8Array): string {
  const budget = new Budget();
  return withFilters(budget, () => {
    const document = openDocument(bytes);
    if (!document.isAuthenticated) throw new UnreadableFileError("It opens only with a password.");
    const pages = listPages(document.getCatalog(), document.getObject);
    if (pages.length === 0) throw new UnreadableFileError("It has no pages.");
    const texts: string[] = [];
    let length = 0;
    for (const page of pages) {
      const text = new PageReader(document.getObject, budget, limits.characters - length).readPage(page);
      texts.push(text);
      length += text.length + 1;
      if (length >= limits.characters) break;
    }
    return texts.join("\n").trim();
  });
}

function openDocument(bytes: Uint8Array): ReturnType<DocumentParser["parse"]> {
  try {
    return new DocumentParser(new Scanner(bytes)).parse();
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError("It is no whole PDF.");
  }
}

/** The pages in their order, each with the resources that it has or inherits. */
function listPages(catalog: PdfDict | null, resolve: Resolve): { page: PdfDict; resources: PdfDict | undefined }[] {
  const found: { page: PdfDict; resources: PdfDict | undefined }[] = [];
  const seen = new Set<PdfDict>();
  const root = catalog?.getDict("Pages", resolve);
  const waiting = root ? [{ node: root, resources: root.getDict("Resources", resolve) }] : [];
  while (waiting.length > 0 && found.length < limits.pages && seen.size < 10 * limits.pages) {
    const { node, resources } = waiting.pop() ?? {};
    if (!node || seen.has(node)) continue;
    seen.add(node);
    const own = node.getDict("Resources", resolve) ?? resources;
    const kids = node.getArray("Kids", resolve);
    if (!kids) found.push({ page: node, resources: own });
    // The last one is taken first.
    for (let index = Math.min(kids?.length ?? 0, 10 * limits.pages) - 1; index >= 0; index -= 1) {
      const kid = kids?.at(index, resolve);
      if (kid instanceof PdfDict) waiting.push({ node: kid, resources: own });
    }
  }
  return found;
}

/** Reads what one page draws, and the drawings that it names. */
class PageReader extends TextExtractor {
  readonly #resolve: Resolve;
  readonly #budget: Budget;
  readonly #most: number;
  /** Of the drawing that is read now. */
  #resources: PdfDict | undefined;
  #depth = 0;

  constructor(resolve: Resolve, budget: Budget, most: number) {
    const fonts = new Map<PdfDict, Font | null>();
    super({
      resolveFont: (name) => {
        const dict = this.#resources?.getDict("Font", resolve)?.getDict(name, resolve);
        if (!dict) return null;
        const known = fonts.get(dict);
        if (known !== undefined) return known;
        const font = readFont(dict, resolve);
        fonts.set(dict, font);
        return font;
      },
    });
    this.#resolve = resolve;
    this.#budget = budget;
    this.#most = most;
  }

  readPage({ page, resources }: { page: PdfDict; resources: PdfDict | undefined }): string {
    this.#resources = resources;
    const contents = page.get("Contents", this.#resolve);
    const parts =
      contents instanceof PdfArray
        ? Array.from({ length: Math.min(contents.length, 1000) }, (_, index) => contents.at(index, this.#resolve))
        : [contents];
    for (const part of parts) if (part instanceof PdfStream) this.#draw(part);
    return joinChars(this.chars);
  }

  override processOperation(operation: Parameters<TextExtractor["processOperation"]>[0]): void {
    this.#budget.addOperations();
    if (operation.operator === "Do") this.#drawObject(operation.operands[0]?.value);
    else super.processOperation(operation);
  }

  override showString(bytes: Uint8Array): void {
    const left = this.#most - this.chars.length;
    if (left > 0) super.showString(bytes.length > left ? bytes.subarray(0, left) : bytes);
  }

  #draw(stream: PdfStream): void {
    for (const operation of new ContentStreamParser(decode(stream).subarray(0, longestDrawing))) {
      if (this.chars.length >= this.#most) return;
      this.processOperation(operation);
    }
  }

  /** A drawing within the page, as some writers put all of their text. */
  #drawObject(name: unknown): void {
    if (typeof name !== "string" || this.#depth >= deepest) return;
    const form = this.#resources?.getDict("XObject", this.#resolve)?.get(name, this.#resolve);
    if (!(form instanceof PdfStream) || form.getName("Subtype", this.#resolve)?.value !== "Form") return;
    const outer = this.#resources;
    this.#resources = form.getDict("Resources", this.#resolve) ?? outer;
    this.#depth += 1;
    this.state.saveGraphicsState();
    const matrix = form.getArray("Matrix", this.#resolve);
    const numbers = [0, 1, 2, 3, 4, 5].map((index) => readNumber(matrix?.at(index, this.#resolve)));
    const [a, b, c, d, e, f] = numbers;
    if (a !== undefined && b !== undefined && c !== undefined && d !== undefined && e !== undefined && f !== undefined)
      this.state.concatMatrix(a, b, c, d, e, f);
    this.#draw(form);
    this.state.restoreGraphicsState();
    this.#depth -= 1;
    this.#resources = outer;
  }
}

function readNumber(value: unknown): number | undefined {
  return value && typeof value === "object" && "value" in value && typeof value.value === "number"
    ? value.value
    : undefined;
}

/** What a stream holds; nothing where its filters are unknown here. */
function decode(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData();
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    return new Uint8Array();
  }
}

/**
 * A font, for its letters and widths; null for one that does not say which letters its numbers are. What draws the letters is
 * left out.
 */
function readFont(dict: PdfDict, resolve: Resolve): Font | null {
  try {
    const toUnicode = dict.get("ToUnicode", resolve);
    const toUnicodeMap = toUnicode instanceof PdfStream ? parseToUnicode(tidyUnicodeMap(decode(toUnicode))) : null;
    const isComposite = dict.getName("Subtype", resolve)?.value === "Type0";
    if (!toUnicodeMap && isComposite) return null;
    const descendant = dict.getArray("DescendantFonts", resolve)?.at(0, resolve);
    for (const each of [dict, descendant]) {
      if (!(each instanceof PdfDict)) continue;
      each.delete("FontDescriptor");
      each.delete("CIDToGIDMap");
      for (const key of ["W", "Widths"]) if ((each.getArray(key, resolve)?.length ?? 0) > mostWidths) each.delete(key);
    }
    if (dict.get("Encoding", resolve) instanceof PdfStream) dict.delete("Encoding");
    // Where the map has no letter, the number itself would be taken for one.
    const letters =
      isComposite && toUnicodeMap
        ? { has: () => true, get: (code: number) => toUnicodeMap.get(code) ?? "" }
        : toUnicodeMap;
    return parseFont(dict, { resolver: resolve, toUnicodeMap: letters });
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    return null;
  }
}

/** What scripts/vite/pdf-parts.ts takes out of @libpdf/core. */
declare module "virtual:pdf-parts" {
  import type { PdfArray, PdfDict, PdfRef, PdfStream } from "@libpdf/core";

  export { PdfArray, PdfDict, PdfRef, PdfStream } from "@libpdf/core";

  type PdfObject = NonNullable<ReturnType<PdfDict["get"]>>;
  type Resolve = (ref: PdfRef) => PdfObject | null;

  export const Scanner: new (bytes: Uint8Array) => object;

  interface ParsedDocument {
    trailer: PdfDict;
    isEncrypted: boolean;
    /** False where a password is needed. */
    isAuthenticated: boolean;
    getObject: Resolve;
    getCatalog(): PdfDict | null;
  }

  export class DocumentParser {
    constructor(scanner: object);
    /** @throws {Error} where nothing of a PDF is found */
    parse(): ParsedDocument;
  }

  interface Filter {
    name: string;
    decode(data: Uint8Array, params?: PdfDict): Uint8Array;
  }

  export const FilterPipeline: {
    filters: Map<string, Filter>;
    getFilter(name: string): Filter | undefined;
    register(filter: Filter): void;
  };

  interface Token {
    type: string;
    value?: unknown;
  }
  interface Operation {
    operator: string;
    operands: Token[];
  }
  export class ContentStreamParser implements Iterable<Operation> {
    constructor(bytes: Uint8Array);
    [Symbol.iterator](): Iterator<Operation>;
  }

  interface Font {
    baseFontName: string;
  }
  interface UnicodeMap {
    has(code: number): boolean;
    get(code: number): string | undefined;
  }
  export function parseToUnicode(data: Uint8Array): UnicodeMap;
  export function parseFont(dict: PdfDict, options: { resolver: Resolve; toUnicodeMap: UnicodeMap | null }): Font;

  export interface PlacedChar {
    char: string;
    bbox: { x: number; width: number };
    baseline: number;
    fontSize: number;
  }
  export class TextExtractor {
    constructor(options: { resolveFont: (name: string) => Font | null });
    chars: PlacedChar[];
    state: {
      saveGraphicsState(): void;
      restoreGraphicsState(): void;
      concatMatrix(a: number, b: number, c: number, d: number, e: number, f: number): void;
    };
    processOperation(operation: Operation): void;
    showString(bytes: Uint8Array): void;
  }
}

/** What scripts/vite/pdf-parts.ts takes out of pdfjs-dist. */
declare module "virtual:pdf-parts" {
  /** Counts what is read. */
  export interface Meter {
    /** Bytes looked at, and what else is counted like them. */
    step(count: number): void;
    /** Bytes that a part unpacks to. */
    grow(bytes: number): void;
    /** A drawing begins in `depth` others. */
    enter(depth: number): void;
    /** A font has no letters. */
    missFont(): void;
    /** True when nothing more is read. */
    isSpent(): boolean;
    /** True when it is time to pause. */
    isDue(): boolean;
    pause(): Promise<void>;
  }
  /** What the package asks for. */
  export interface Readers {
    /** The map of letters that has this name. */
    readMap(name: string): CMap | Promise<CMap> | undefined;
    /** The names of an embedded font's letters by their codes, from its first 64 KiB. */
    readCompactFont(bytes: Uint8Array): string[] | null;
  }
  /** Who counts from now on. */
  export function setMeter(meter: Meter, readers: Readers): void;
  export function clearPrimitiveCaches(): void;

  /** From the codes of letters in a text to the numbers of glyphs. */
  export class CMap {
    constructor(isBuiltIn?: boolean);
    vertical: boolean;
    readCharCode(text: string, at: number, out: { charcode: number; length: number }): void;
    contains(code: number): boolean;
    lookup(code: number): number | string | undefined;
    forEach(see: (code: number, glyph: number | string) => void): void;
  }
  /** Reads the package's own form of maps. */
  export class BinaryCMapReader {
    process(data: Uint8Array, map: CMap, extend: (name: string) => CMap): Promise<CMap>;
  }
  /** The names of glyphs that fonts in Compact Font Format tell by a number. */
  export const standardNames: readonly string[];
  /** Maps in that form, by name, in base64. */
  export const tables: Readonly<Record<string, string>>;

  export class Name {
    name: string;
  }
  export class Ref {
    toString(): string;
  }
  export class RefMap<Value> {
    has(key: unknown): boolean;
    get(key: unknown): Value | undefined;
    put(key: unknown, value: Value): void;
    putAlias(key: unknown, alias: unknown): void;
  }
  export class BaseStream {
    dict: Dict;
    getBytes(): Uint8Array;
  }
  export class Stream extends BaseStream {
    constructor(bytes: Uint8Array, start?: number, length?: number);
  }
  export class StreamsSequenceStream extends BaseStream {
    constructor(streams: readonly unknown[]);
  }
  export class Dict {
    /** With what a reference stands for in its place. */
    get(key: string): unknown;
    /** With what references in the list stand for. */
    getArray(key: string): unknown;
    getRaw(key: string): unknown;
    has(key: string): boolean;
    getKeys(): string[];
  }
  export class XRef {
    constructor(stream: Stream, manager: { password?: string });
    root: Dict | undefined;
    trailer: Dict;
    setStartXRef(at: number): void;
    /** @throws {Error} when the list of objects is broken */
    parse(isRecovery?: boolean): void;
    fetchIfRef(value: unknown): unknown;
  }

  export interface TextItem {
    str: string;
    dir: "ltr" | "rtl" | "ttb";
    transform: readonly number[];
    width: number;
    height: number;
    hasEOL: boolean;
  }
  export class StateManager {
    constructor(state: TextState);
    transform(matrix: readonly number[]): void;
  }
  export class TextState {
    font: unknown;
  }
  export class PartialEvaluator {
    constructor(options: {
      xref: XRef;
      handler: null;
      pageIndex: number;
      idFactory: { createFontId(): string; getDocId(): string };
      fontCache: RefMap<unknown>;
      /** Of pictures, which nobody asks for here. */
      globalImageCache: { getData(): null };
      options: object;
    });
    getTextContent(options: {
      stream: BaseStream;
      task: { name: string; ensureNotTerminated(): void };
      resources: Dict | undefined;
      stateManager?: StateManager;
      sink: { ready: Promise<void>; desiredSize: number; enqueue(content: { items: TextItem[] }, size: number): void };
      viewBox: readonly number[];
    }): Promise<void>;
  }

  /** Text of a PDF's own, outside its drawings: UTF-16 with its mark, UTF-8 with its mark, or PDFDocEncoding. */
  export function stringToPDFString(text: string): string;
  export function lookupMatrix(value: unknown, otherwise: readonly number[] | null): readonly number[] | null;
}

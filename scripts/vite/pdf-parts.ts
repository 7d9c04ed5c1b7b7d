import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const virtualId = "virtual:pdf-parts";
const resolvedId = `\0${virtualId}`;

/** What worker/applications/text/pdf.ts uses; its types are in pdf-parts.d.ts beside it. */
const parts = [
  "ContentStreamParser",
  "DocumentParser",
  "FilterPipeline",
  "PdfArray",
  "PdfDict",
  "PdfRef",
  "PdfStream",
  "Scanner",
  "TextExtractor",
  "parseFont",
  "parseToUnicode",
];

/** What is taken out of the package or put in its place: what only drawing, writing and signing need, and LZW. */
const changes: readonly [was: string | RegExp, is: string][] = [
  [/^import .* from "(asn1js|pkijs|pako|@scure\/base)";$/gm, ""],
  [/^FilterPipeline\.register\(new (LZW|DCT|CCITTFax|JBIG2|JPX)Filter\(\)\);$/gm, ""],
  [
    "function parseEmbeddedProgram(",
    "function parseEmbeddedProgram() {\n\treturn null;\n}\nfunction parseFontForDrawing(",
  ],
  [
    'import { LRUCache } from "lru-cache";',
    "class LRUCache extends Map {\n\tconstructor({ max }) {\n\t\tsuper();\n\t\tthis.max = max;\n\t}\n\tset(key, value) {\n\t\tif (this.size >= this.max) this.clear();\n\t\treturn super.set(key, value);\n\t}\n}",
  ],
];

/**
 * Exports, as `virtual:pdf-parts`, the parts of @libpdf/core that read text. The package exports one class that can do
 * everything, which would bring its code for signatures, forms and fonts into the Worker: five times as much. Fails where
 * another version of the package has no such parts.
 */
export function pdfParts(): Plugin {
  const path = fileURLToPath(import.meta.resolve("@libpdf/core"));
  return {
    name: "pdf-parts",
    enforce: "pre",
    resolveId(id, importer) {
      if (id === virtualId) return resolvedId;
      return importer === resolvedId ? this.resolve(id, path) : undefined;
    },
    load(id) {
      if (id !== resolvedId) return undefined;
      const source = readFileSync(path, "utf8");
      // What follows the last of them writes and signs.
      const end = source.indexOf("//#endregion", source.indexOf("var DocumentParser"));
      let code = source.slice(0, end);
      const missing = [
        ...parts.filter((part) => !new RegExp(`^(var|function) ${part}\\b`, "m").test(code)),
        ...changes.flatMap(([was]) => (code.replaceAll(was, "") === code ? [String(was)] : [])),
      ];
      if (end < 0 || missing.length > 0) this.error(`@libpdf/core no longer has ${missing.join(", ")}.`);
      for (const [was, is] of changes) code = code.replaceAll(was, is);
      return { code: `${code}\nexport { ${parts.join(", ")} };`, map: null, moduleSideEffects: false };
    },
  };
}

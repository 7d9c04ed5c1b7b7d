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

/** What only signing and writing need: without them a reader of text is a tenth of the package. */
const unused = /^import .* from "(asn1js|pkijs|pako|@scure\/base)";$/gm;

/**
 * Exports, as `virtual:pdf-parts`, the parts of @libpdf/core that read text. The package exports one class that can do
 * everything, which would bring its code for signatures, forms and fonts into the Worker: 250 KiB (gzip) instead of some 30.
 * Fails the build where another version of the package has no such parts.
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
      const missing = parts.filter((part) => !new RegExp(`^(var|function) ${part}\\b`, "m").test(source));
      // What follows the last of them writes and signs.
      const end = source.indexOf("//#endregion", source.indexOf("var DocumentParser"));
      if (end < 0 || missing.length > 0) this.error(`@libpdf/core no longer has ${missing.join(", ") || "regions"}.`);
      const code = `${source.slice(0, end).replaceAll(unused, "")}\nexport { ${parts.join(", ")} };`;
      return { code, map: null, moduleSideEffects: false };
    },
  };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { cutMethods } from "./cut-methods.ts";
import { insertions } from "./pdf-insertions.ts";
import { cutMetrics, packGlyphs, replaceCiphers } from "./pdf-packed.ts";
import { methods, sections, stubs } from "./pdf-sections.ts";

const virtualId = "virtual:pdf-parts";
const resolvedId = `\0${virtualId}`;

/** What worker/hiring/applications/text/pdf*.ts uses; its types are in pdf-parts.d.ts beside them. */
const parts = [
  "BaseStream",
  "BinaryCMapReader",
  "CMap",
  "Dict",
  "Name",
  "PartialEvaluator",
  "Ref",
  "RefMap",
  "StateManager",
  "Stream",
  "StreamsSequenceStream",
  "TextState",
  "XRef",
  "clearPrimitiveCaches",
  "lookupMatrix",
  "stringToPDFString",
];

/** Maps from codes to the letters of the four East Asian collections: those that hold all letters of an everyday text. */
const tables = ["90ms-RKSJ-H", "90ms-RKSJ-V", "GB-EUC-H", "ETen-B5-H", "KSCms-UHC-H"];

const changes: Readonly<Record<string, (section: string) => string>> = {
  glyphlist: packGlyphs,
  metrics: cutMetrics,
  crypto: replaceCiphers,
};

/** Before all of it: who counts, who reads maps of letters, and the digests of protected files. */
const head = `import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
let meter;
let readMap;
let readCompactFont;
export function setMeter(next, readers) { meter = next; ({ readMap, readCompactFont } = readers); }
function makeDigest(name) {
  return (data, offset, length) => new Uint8Array(createHash(name).update(data.subarray(offset, offset + length)).digest());
}
`;

/**
 * Exports, as `virtual:pdf-parts`, the parts of pdf.js that take the text out of a PDF. The package has one file for its worker,
 * which draws, too: 371 KiB compressed, of which a fifth is left. `setMeter` says who counts what is read, unpacked and done.
 * Fails where another version of the package is written otherwise.
 */
export function pdfParts(): Plugin {
  const path = fileURLToPath(import.meta.resolve("pdfjs-dist/build/pdf.worker.mjs"));
  return {
    name: "pdf-parts",
    enforce: "pre",
    resolveId: (id) => (id === virtualId ? resolvedId : undefined),
    load(id) {
      if (id !== resolvedId) return undefined;
      const missing: string[] = [];
      const source = readFileSync(path, "utf8");
      let code = takeSections(source, missing);
      for (const [was, is] of insertions) {
        if (!code.includes(was)) missing.push(was);
        code = code.replaceAll(was, () => is);
      }
      const names = /^const CFFStandardStrings = (\[.*\]);$/m.exec(source)?.[1];
      if (!names) missing.push("CFFStandardStrings");
      // The rest are small capitals, old-style digits and weights.
      const plain = JSON.stringify((JSON.parse(names ?? "[]") as string[]).slice(0, 229));
      code = cutMethods(code, this.parse(code).body, methods, missing);
      if (missing.length > 0) this.error(`pdfjs-dist is written otherwise now; missing: ${missing.join(" | ")}`);
      const packed = tables.map((name) => [name, readFileSync(join(path, `../../cmaps/${name}.bcmap`), "base64")]);
      const tail = `export const tables = ${JSON.stringify(Object.fromEntries(packed))}, standardNames = ${plain};`;
      return { code: `${head}${code}\n${tail}\nexport { ${parts.join(", ")} };`, map: null, moduleSideEffects: false };
    },
  };
}

/** The modules in `sections`; what else the others declare is there by name alone. */
function takeSections(source: string, missing: string[]): string {
  const all = source.split(/^;\/\/ \.\//m).slice(1);
  const left = new Set(sections);
  const taken = all.map((section) => {
    const [name = "", ...lines] = section.split("\n");
    const module = name.replaceAll(/^src\/(?:core|shared)\/|\.js$/g, "");
    if (left.delete(module)) return changes[module]?.(lines.join("\n")) ?? lines.join("\n");
    return lines
      .flatMap((line) => /^(?:async )?(?:class|function\*?|const|let|var) ([\w$]+)/.exec(line)?.[1] ?? [])
      .map((declared) => `const ${declared} = ${stubs[declared] ?? "undefined"};`)
      .join("\n");
  });
  missing.push(...left);
  return taken.join("\n");
}

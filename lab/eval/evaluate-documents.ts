/** How many of the words that pdftotext finds in PDFs the site finds, too. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { scheduler } from "node:timers/promises";
import { promisify } from "node:util";
import { createServer } from "vite";
import { root } from "../../scripts/lib/command.ts";
import { pdfParts } from "../../scripts/vite/pdf-parts.ts";

const run = promisify(execFile);

/** Files that are larger are not taken by the site. */
const largestFile = 10_000_000;
/** Less than what is stored of a file: where its end is cut is not what is measured. */
const mostCharacters = 190_000;
const mostPages = 100;
/** A file of fewer says little about its reader. */
const fewestWords = 20;

export interface ReadDocument {
  file: string;
  /** That pdftotext finds, and how many of them the site finds: each as often as it stands there. */
  words: number;
  found: number;
  /** Why the site cannot read it; "" for one that it reads. */
  reason: string;
}

type Extract = (bytes: Uint8Array) => Promise<string>;
type Fold = (text: string) => string[];

/** The PDFs in `paths`, files or folders, that pdftotext reads. */
export async function readDocuments(paths: readonly string[]): Promise<ReadDocument[]> {
  // What workerd has of its own.
  Object.assign(globalThis, { scheduler });
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    plugins: [pdfParts()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  try {
    const { extractText } = (await server.ssrLoadModule("/worker/hiring/applications/text/extract.ts")) as {
      extractText: Extract;
    };
    const { foldWords } = (await server.ssrLoadModule("/worker/hiring/applications/text/words.ts")) as {
      foldWords: Fold;
    };
    const documents: ReadDocument[] = [];
    for (const file of paths.flatMap(listPdfs)) {
      const expected = foldWords(await askPdftotext(file));
      if (expected.length < fewestWords) continue;
      const { text, reason } = await readFile(file, extractText);
      documents.push({ file, words: expected.length, found: countShared(expected, foldWords(text)), reason });
    }
    return documents;
  } finally {
    await server.close();
  }
}

async function readFile(file: string, extractText: Extract): Promise<{ text: string; reason: string }> {
  try {
    return { text: await extractText(new Uint8Array(readFileSync(file))), reason: "" };
  } catch (error) {
    return { text: "", reason: (error as Error).message };
  }
}

function listPdfs(path: string): string[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path];
  return files
    .filter((file) => /\.pdf$/i.test(file) && statSync(file).isFile() && statSync(file).size <= largestFile)
    .toSorted();
}

/** "" where it cannot read it either, such as a file with a password. */
async function askPdftotext(file: string): Promise<string> {
  try {
    const args = ["-enc", "UTF-8", "-l", String(mostPages), file, "-"];
    const { stdout } = await run("pdftotext", args, { maxBuffer: 1e9, timeout: 60_000 });
    return stdout.slice(0, mostCharacters);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new Error("pdftotext is not on this machine: install poppler-utils.", { cause: error });
    return "";
  }
}

/** How many of `expected` are in `own`, each as often as it is in both. */
function countShared(expected: readonly string[], own: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of own) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of expected) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return shared;
}

import type { FileWarning } from "#shared/hiring/application-files.ts";
import { type DocumentType, docxType, odtType } from "./types.ts";
import { type FileSource, toLatin } from "./source.ts";
import { Budget, UnreadableFileError } from "../text/limits.ts";
import { scanXml } from "../text/scan-xml.ts";
import { tellArchive } from "./kinds.ts";
import { listEntries, readEntry, type ZipEntry } from "./zip.ts";

/** What an archive may say that it unpacks to. Nothing here unpacks it. */
const mostUnpacked = 200 * 1024 * 1024;
/** How much of an entry is looked into, packed and unpacked. */
const lookedInto = 256 * 1024;

const macros = /(?:^|\/)(?:vbaProject(?:Signature)?\.bin|vbaData\.xml)$|^(?:Basic|Scripts)\//i;
const active = /(?:^|\/)(?:activeX|embeddings|macrosheets)\/|(?:^|\/)oleObject\d*\.bin$|^Object \d+\//i;

type Inspected = { type: DocumentType; warnings: FileWarning[] } | string;

/** What a ZIP archive is: a document with its warnings, or in words why it is none. */
export async function inspectArchive(source: FileSource): Promise<Inspected> {
  try {
    return await lookInto(source, new Budget());
  } catch (error) {
    if (error instanceof UnreadableFileError) return "This file takes too much work to look into.";
    throw error;
  }
}

async function lookInto(source: FileSource, budget: Budget): Promise<Inspected> {
  const entries = await listEntries(source);
  if (!entries) return "This file is broken, or not all of it is there.";
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > mostUnpacked)
    return "This file unpacks to far more than a document has.";
  const find = (name: string) => entries.find((entry) => entry.name === name);
  const warnings = new Set<FileWarning>();
  for (const { name, isEncrypted } of entries) {
    if (macros.test(name)) warnings.add("macros");
    if (active.test(name)) warnings.add("active");
    if (isEncrypted) warnings.add("encrypted");
  }
  const kind = tellArchive(entries);
  if (kind === "word" && find("[Content_Types].xml")) {
    for (const entry of entries.filter(({ name }) => /^word\/_rels\/[\w.-]+\.rels$/.test(name)).slice(0, 20))
      if (linksOutside(await readStart(source, entry, budget), budget)) warnings.add("active");
    return { type: docxType, warnings: [...warnings] };
  }
  const mimeType = find("mimetype");
  if (mimeType && kind === "open document") {
    const type = toLatin(await readEntry(source, mimeType, { packed: 200, unpacked: 200 })).trim();
    if (!new RegExp(`^${odtType.replaceAll(".", "\\.")}(?:-template)?$`).test(type))
      return "This is another kind of office document.";
    const manifest = find("META-INF/manifest.xml");
    if (manifest && /encryption-data/.test(await readStart(source, manifest, budget))) warnings.add("encrypted");
    return { type: odtType, warnings: [...warnings] };
  }
  return "This is an archive or another kind of office document.";
}

/** As much of an entry as is looked into. */
async function readStart(source: FileSource, entry: ZipEntry, budget: Budget): Promise<string> {
  budget.step(Math.min(entry.packed, lookedInto));
  const start = await readEntry(source, entry, { packed: lookedInto, unpacked: lookedInto });
  budget.step(start.length);
  return toLatin(start);
}

/** True where a document loads a template or an object from elsewhere when it is opened. */
function linksOutside(xml: string, budget: Budget): boolean {
  let found = false;
  scanXml(xml, {
    budget,
    tag({ rest }) {
      if (
        /TargetMode\s{0,20}=\s{0,20}["']External/i.test(rest) &&
        /\/(?:attachedTemplate|oleObject|frame)["']/i.test(rest)
      )
        found = true;
    },
    text() {},
  });
  return found;
}

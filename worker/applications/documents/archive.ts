import type { FileWarning } from "#app/shared/application-files.ts";
import { type DocumentType, docxType, odtType } from "./types.ts";
import { type FileSource, toLatin } from "./source.ts";
import { listEntries, readEntry, type ZipEntry } from "./zip.ts";

/** What an archive may say that it unpacks to. Nothing here unpacks it. */
const mostUnpacked = 200 * 1024 * 1024;
/** How much of an entry that is looked into is unpacked. */
const lookedInto = 256 * 1024;

const macros = /(?:^|\/)(?:vbaProject(?:Signature)?\.bin|vbaData\.xml)$|^(?:Basic|Scripts)\//i;
const active = /(?:^|\/)(?:activeX|embeddings|macrosheets)\/|(?:^|\/)oleObject\d*\.bin$|^Object \d+\//i;

/** What a ZIP archive is: a document with its warnings, or in words why it is none. */
export async function inspectArchive(
  source: FileSource,
): Promise<{ type: DocumentType; warnings: FileWarning[] } | string> {
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
  if (find("word/document.xml") && find("[Content_Types].xml")) {
    for (const entry of entries.filter(({ name }) => /^word\/_rels\/[\w.-]+\.rels$/.test(name)).slice(0, 20))
      if (await linksOutside(source, entry)) warnings.add("active");
    return { type: docxType, warnings: [...warnings] };
  }
  const mimeType = find("mimetype");
  if (mimeType && find("content.xml")) {
    const type = toLatin(await readEntry(source, mimeType, 200)).trim();
    if (!new RegExp(`^${odtType.replaceAll(".", "\\.")}(?:-template)?$`).test(type))
      return "This is another kind of office document.";
    const manifest = find("META-INF/manifest.xml");
    if (manifest && /encryption-data/.test(toLatin(await readEntry(source, manifest, lookedInto))))
      warnings.add("encrypted");
    return { type: odtType, warnings: [...warnings] };
  }
  return "This is an archive or another kind of office document.";
}

/** True where a document loads a template or an object from elsewhere when it is opened. */
async function linksOutside(source: FileSource, entry: ZipEntry): Promise<boolean> {
  const xml = toLatin(await readEntry(source, entry, lookedInto));
  return Array.from(xml.matchAll(/<Relationship\b[^>]{0,4000}>/g), ([link]) => link).some(
    (link) => /TargetMode\s*=\s*["']External/i.test(link) && /\/(?:attachedTemplate|oleObject|frame)["']/i.test(link),
  );
}

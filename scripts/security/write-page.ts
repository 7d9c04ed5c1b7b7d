import { formatTerm } from "../../worker/lib/terms.ts";
import type { Subject } from "../../worker/lib/subject.ts";
import { writeTable } from "../bench/markdown.ts";
import { secrets } from "./secrets.ts";

/** The parts of docs/security.md that the software itself declares, by the names of their marks. */
export function writeParts(subjects: readonly Subject[]): Record<string, string> {
  return {
    tables: writeTables(subjects),
    terms: writeTerms(subjects),
    browsers: writeBrowsers(subjects),
    secrets: writeSecrets(),
  };
}

/** `page` with its parts written anew. @throws {Error} where a mark is missing */
export function fillPage(page: string, parts: Readonly<Record<string, string>>): string {
  let filled = page;
  for (const [name, text] of Object.entries(parts)) {
    const [start, end] = [`<!-- ${name}: npm run security -->`, `<!-- end of ${name} -->`];
    const [from, to] = [filled.indexOf(start), filled.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`docs/security.md has no marks of ${name}.`);
    filled = `${filled.slice(0, from + start.length)}\n\n${text}\n\n${filled.slice(to)}`;
  }
  return filled;
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

function writeTables(subjects: readonly Subject[]): string {
  const rows = subjects
    .filter(({ tables = [] }) => tables.length > 0)
    .map(({ tables = [], personData = [], erase, retention = [] }) => [
      code(tables.toSorted()),
      personData.map(({ name }) => name).join(", ") || "no data of persons by their address",
      [erase?.person && "by address", erase?.visitors && "by number of the visitor"].filter(Boolean).join(", ") || "–",
      retention.length > 0 ? code([...new Set(retention.map(({ table }) => table))].toSorted()) : "–",
    ]);
  return writeTable(["Tables of D1", "Holds of a person", "Erased on request", "Deleted by term"], rows);
}

function writeTerms(subjects: readonly Subject[]): string {
  const rows = subjects.flatMap(({ retention = [] }) =>
    retention.map(({ keeps, table, term, after, why }) => [keeps, `\`${table}\``, formatTerm(term), after, why]),
  );
  return writeTable(["Data", "Table", "Kept", "Counted from", "Ground"], rows);
}

function writeBrowsers(subjects: readonly Subject[]): string {
  const rows = subjects.flatMap(({ storage = [] }) =>
    storage.map(({ keys, kind, purpose, life }) => [code(keys), kind, purpose, life]),
  );
  return writeTable(["Keys", "Storage", "Content", "When, and until when"], rows);
}

function writeSecrets(): string {
  const rows = Object.entries(secrets).map(([name, { use, harm, replace }]) => [`\`${name}\``, use, harm, replace]);
  return writeTable(["Secret", "For", "Who has it can", "Replaced"], rows);
}

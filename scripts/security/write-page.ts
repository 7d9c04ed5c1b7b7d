import { formatTerm } from "../../worker/lib/terms.ts";
import type { Subject } from "../../worker/lib/subject.ts";
import { writeTable } from "../lib/write-table.ts";
import { secrets } from "./secrets.ts";
import { thirdParties } from "./third-parties.ts";

/** The parts of docs/security.md that the software itself declares, by the names of their marks. */
export function writeParts(subjects: readonly Subject[]): Record<string, string> {
  return {
    tables: writeTables(subjects),
    terms: writeTerms(subjects),
    browsers: writeBrowsers(subjects),
    secrets: writeSecrets(),
    "third parties": writeThirdParties(),
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

/** A list: one table of such width nobody could read. */
function writeTables(subjects: readonly Subject[]): string {
  return subjects
    .filter(({ tables = [] }) => tables.length > 0)
    .map(({ tables = [], personData = [], erase }) => {
      const holds = personData.map(({ name }) => name).join(", ") || "Nothing that is found by a person's address";
      const erasures = [erase?.person && "by address", erase?.visitors && "by the number of a visitor"].filter(Boolean);
      return `- **${holds}**; ${erasures.length > 0 ? `erased ${erasures.join(" and ")}` : "no erasure of its own"}: ${code(tables.toSorted())}`;
    })
    .join("\n");
}

function writeTerms(subjects: readonly Subject[]): string {
  const rows = subjects.flatMap(({ retention = [] }) =>
    retention.map(({ keeps, table, term, after }) => [keeps, `\`${table}\``, formatTerm(term), after]),
  );
  return writeTable(["Data", "Table", "Kept", "Counted from"], rows);
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

function writeThirdParties(): string {
  const rows = thirdParties.map(({ when, who, gets, hosts }) => [when, who, gets, code(hosts) || "as configured"]);
  return writeTable(["Only with", "Who is asked", "What it gets", "Hosts"], rows);
}

import { writeTable } from "../../scripts/lib/write-table.ts";
import { keepSection, readSection } from "../../scripts/lib/figures-sections.ts";

const title = "## Test collections of the search";

/** Puts the row of a collection, its name first, into docs/figures.md beside those of others. `legs` name the last columns. */
export async function keepCollection(legs: readonly string[], row: readonly string[]): Promise<void> {
  const [, , ...others] = readSection(title)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => Array.from(line.split("|").slice(1, -1), (cell) => cell.trim()));
  const rows = [...others.filter(([name]) => name !== row[0]), row].toSorted(([one = ""], [other = ""]) =>
    one.localeCompare(other, "en"),
  );
  await keepSection(
    title,
    [
      title,
      "nDCG@10 with linear gain: `npm run lab -- eval-search --docs FILE --queries FILE --qrels FILE --name NAME` measures it on the files of any collection. Plain BM25 is the reference that the words are held against. [Why](decisions/085-ranking.md).",
      writeTable(["Collection", "Documents", "Queries", ...legs], rows),
    ].join("\n\n"),
  );
}

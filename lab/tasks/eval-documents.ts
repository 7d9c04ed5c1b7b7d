/** Measures how much of PDFs is read: `npm run lab -- eval-documents`. */
import { evalDocuments } from "../commands.ts";
import { exitWithError } from "../../scripts/lib/command.ts";
import { keepSection } from "../../scripts/lib/figures-sections.ts";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { writeTable } from "../../scripts/lib/write-table.ts";
import { type ReadDocument, readDocuments } from "../eval/evaluate-documents.ts";

const { operands, values } = readCommandLine(evalDocuments);
if (operands.length === 0) exitWithError("Name a file or a folder of PDFs.");

const documents = await readDocuments(operands).catch((error: Error) => exitWithError(error.message));
if (documents.length === 0) exitWithError("There is no PDF with text.");
const share = ({ words, found }: ReadDocument) => found / words;
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;

const worst = documents.toSorted((one, other) => share(one) - share(other)).filter((one) => share(one) < 0.97);
for (const each of worst) console.log(`${percent(share(each)).padStart(8)}  ${each.file}  ${each.reason}`);

const words = documents.reduce((sum, each) => sum + each.words, 0);
const found = documents.reduce((sum, each) => sum + each.found, 0);
const sorted = documents.map(share).toSorted((one, other) => one - other);
const rows: [string, string][] = [
  ["PDFs", documents.length.toLocaleString("en")],
  ["Words that pdftotext finds", words.toLocaleString("en")],
  ["Of them found", percent(found / words)],
  ["Mean of the files", percent(sorted.reduce((sum, each) => sum + each, 0) / sorted.length)],
  ["Median of the files", percent(sorted[Math.floor(sorted.length / 2)] ?? 0)],
  ["Files of which 97 % or more are found", (documents.length - worst.length).toLocaleString("en")],
  ["Files that cannot be read", documents.filter(({ reason }) => reason !== "").length.toLocaleString("en")],
];
for (const [name, value] of rows) console.log(`${name}: ${value}`);
if (values.name !== undefined)
  await keepSection(
    "## Words of documents",
    [
      "## Words of documents",
      `Of ${values.name}: \`npm run lab -- eval-documents FOLDER\` measures it on any PDFs. Words are folded as the search folds them, and each counts as often as it stands there.`,
      writeTable(["What", "Figure"], rows),
    ].join("\n\n"),
  );

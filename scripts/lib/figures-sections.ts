/** Sections of docs/figures.md that other tasks write, and which the bench leaves there. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runOrExit } from "./command.ts";

const file = join(root, "docs/figures.md");

const titles = [
  "## Faults",
  "## Under load",
  "## Jobs",
  "## Words of documents",
  "## Sources of visits",
  "## Test collections of the search",
] as const;
export type SectionTitle = (typeof titles)[number];

/** One section as it stands there; empty where there is none. */
export function readSection(title: SectionTitle): string {
  const [, ...sections] = `\n${readFileSync(file, "utf8")}`.split(/\n(?=## )/);
  return sections.find((section) => section.startsWith(`${title}\n`))?.trimEnd() ?? "";
}

/** All of them, in their order, for the end of a file that is written anew. */
export const readSections = () => titles.map(readSection).filter(Boolean).join("\n\n");

/** Stores `text`, which begins with its title, in the place of the last one. */
export async function keepSection(title: SectionTitle, text: string): Promise<void> {
  const former = readSection(title);
  const all = readFileSync(file, "utf8");
  writeFileSync(file, former ? all.replace(former, () => text) : `${all.trimEnd()}\n\n${text}\n`);
  await runOrExit("oxfmt", [file], { quiet: true });
}

import { isReservedHost } from "../../lib/wrangler-config.ts";
import type { CopyFile, Fault, LaunchFacts } from "../types.ts";

/** What is still made up in the words of the site. */
export function checkCopy(facts: LaunchFacts): Fault[] {
  return [...checkEntity(facts), ...facts.copy.flatMap((file) => [...listBrackets(file), ...listMarked(file)])];
}

const legalFile = "app/content/legal.ts";

/** An empty or bracketed entry of the company's legal data. */
function checkEntity({ legalEntity, copy }: LaunchFacts): Fault[] {
  const lines = copy.find(({ path }) => path === legalFile)?.text.split("\n") ?? [];
  return Object.entries(legalEntity)
    .filter(([, text]) => text?.trim() === "")
    .map(([name]) => ({
      name: "legal-entity",
      where: `${legalFile}:${lines.findIndex((line) => line.trimStart().startsWith(`${name}:`)) + 1 || 1}`,
      what: `legalEntity.${name} is empty, and both legal pages print it`,
      mend: "Write what the company's register says; a lawyer knows what your law asks for",
    }));
}

/** Texts in square brackets stand for what nobody has written yet. */
function listBrackets(file: CopyFile): Fault[] {
  return listLines(file, /["'`]\[([A-Z][^\]]*)\]\.?["'`]/).map(({ where, match }) => ({
    name: file.path === legalFile ? "legal-entity" : "bracket",
    where,
    what: `"[${match}]" is shown to visitors as it stands here`,
    mend:
      file.path !== legalFile
        ? "Write the fact, or take the entry out of its list"
        : match.startsWith("EU or UK representative")
          ? "Write the fact, or delete the line where your law asks for none"
          : "Write the fact, as it stands in the sentence of the legal pages",
  }));
}

/** Entries that say of themselves that they are examples. */
function listMarked(file: CopyFile): Fault[] {
  return listLines(file, /\bplaceholder: true\b()/).map(({ where }) => ({
    name: "placeholder",
    where,
    what: "This entry is an example, and its page says so",
    mend: "Write your own and set placeholder: false, or take the entry out of its list",
  }));
}

function listLines({ path, text }: CopyFile, pattern: RegExp): { where: string; match: string }[] {
  return text.split("\n").flatMap((line, index) => {
    const found = pattern.exec(line);
    return found ? [{ where: `${path}:${index + 1}`, match: found[1] ?? "" }] : [];
  });
}

const brandFile = "app/content/brand.ts";
/** The name that the repository comes with. */
const nameOfRepository = "Fivewright";

export function checkBrand({ brand, copy }: LaunchFacts): Fault[] {
  const lines = copy.find(({ path }) => path === brandFile)?.text.split("\n") ?? [];
  const where = (name: string) => {
    const line = lines.findIndex((each) => each.trimStart().startsWith(`${name}:`)) + 1;
    return line === 0 ? brandFile : `${brandFile}:${line}`;
  };
  const found: Fault[] = [];
  if (brand["name"] === nameOfRepository)
    found.push({
      name: "brand-name",
      where: where("name"),
      what: `The company is still called ${nameOfRepository}`,
      mend: "Follow docs/own-it.md",
    });
  for (const [name, value] of Object.entries(brand)) {
    if (!name.endsWith("Email")) continue;
    const address = String(value);
    const host = address.split("@")[1];
    if (host === undefined || isReservedHost(host))
      found.push({
        name: "brand-address",
        where: where(name),
        what: `${name} is "${address}", where no mail arrives`,
        mend: "Write an address that somebody reads",
      });
  }
  for (const { name, href } of (brand["social"] ?? []) as readonly { name: string; href: string }[])
    if (href.toLowerCase().includes(nameOfRepository.toLowerCase()))
      found.push({
        name: "social-link",
        where: where("social"),
        what: `The link to ${name} leads to an account of ${nameOfRepository}`,
        mend: "Write your own address, or take the entry out",
      });
  return found;
}

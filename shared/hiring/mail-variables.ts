/** Words in braces that a mail to a candidate fills in, such as {candidate}. */

/** What each of them stands for, in the order of the menu. */
export const mailVariables = {
  candidate: "Name of the candidate",
  "first name": "First word of the name",
  job: "Title of the job",
  sender: "Your name",
  company: "Name of the company",
  reference: "Reference of the application",
  "private link": "The candidate's own page",
} as const;

export type MailVariable = keyof typeof mailVariables;

/** What stands in place of a private link wherever the link itself must not be. */
export const linkStandIn = "(private link)";

/** A piece of a mail: as it was typed, filled in, or the place of the private link. */
export interface MailPart {
  text: string;
  kind: "typed" | "filled" | "link";
}

/** Braces around one line of at most 60 characters. Other braces are text like any other. */
const inBraces = /\{([^{}\n]{1,60})\}/g;

/** Names in braces that stand for nothing, each once, as they were typed. */
export function findUnknown(text: string): string[] {
  const names = Array.from(text.matchAll(inBraces), ([, name = ""]) => name);
  return [...new Set(names)].filter((name) => toVariable(name) === null);
}

/** True when `text` has the variable. */
export function hasVariable(text: string, variable: MailVariable): boolean {
  return Array.from(text.matchAll(inBraces)).some(([, name = ""]) => toVariable(name) === variable);
}

/**
 * The pieces of `text` with its variables filled in. What is filled in is not looked at again, so a name in braces stays a
 * name; what stands for nothing stays as it is.
 */
export function fillMail(text: string, values: Readonly<Record<Exclude<MailVariable, "private link">, string>>) {
  const parts: MailPart[] = [];
  let end = 0;
  for (const match of text.matchAll(inBraces)) {
    const variable = toVariable(match[1] ?? "");
    if (variable === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), kind: "typed" });
    end = match.index + match[0].length;
    if (variable === "private link") parts.push({ text: linkStandIn, kind: "link" });
    else if (values[variable] !== "") parts.push({ text: values[variable], kind: "filled" });
  }
  if (end < text.length) parts.push({ text: text.slice(end), kind: "typed" });
  return parts;
}

/** The pieces as one text. */
export function joinParts(parts: readonly MailPart[], link = linkStandIn): string {
  return parts.map(({ text, kind }) => (kind === "link" ? link : text)).join("");
}

/** Case and spaces around a name do not matter. */
function toVariable(name: string): MailVariable | null {
  const plain = name.trim().replace(/\s+/g, " ").toLowerCase();
  return Object.hasOwn(mailVariables, plain) ? (plain as MailVariable) : null;
}

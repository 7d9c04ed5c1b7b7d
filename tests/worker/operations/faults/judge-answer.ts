/** What the suite thinks of an answer: whether it is one, and whether it tells that something was not done. */
import type { Ask, FaultCase } from "./case.ts";

export interface Answer {
  /** 599 where the answer broke off, or a job failed; 0 where messages of a queue come again. */
  status: number;
  text: string;
  location: string;
}

const no =
  /could not|cannot|not (?:be )?(?:saved|stored|done|sent|changed|read)|try again|went wrong|unavailable|"why":"/i;

interface Said extends Pick<Answer, "text" | "location"> {
  /** Answers of the same address that say nothing of a failure: before anything was sent, and once all went well. */
  known: readonly string[];
}

/**
 * True where an answer says no. Only sentences other than the `known` ones count: the frame and the dialogs of a page are full
 * of sentences about what could not be saved, whatever came of the form.
 */
export function saysNo({ text, location, known }: Said): boolean {
  return [...listNew(listLines(text), known.map(listLines)), location].some((line) => no.test(line));
}

const isPage = (text: string) => /^\s*<!doctype html/i.test(text);

const unread = /<!--[^]*?-->|<(head|script|style|template|svg|textarea)\b[^]*?<\/\1>/g;
const withinLines = /<\/?(?:a|abbr|b|bdi|code|em|i|kbd|mark|small|span|strong|time|wbr)\b[^>]*>/g;

/** What a reader sees of a page, one for each block; of JSON its parts. Ids and numbers differ each time, and are made equal. */
function listLines(text: string): string[] {
  const lines = isPage(text)
    ? text
        .replaceAll(unread, "")
        .replaceAll(withinLines, "")
        .split(/<[^>]*>/)
    : text.split(/[{}[\],]/);
  return lines
    .map((line) =>
      line
        .replaceAll(/\s+/g, " ")
        .replaceAll(/[0-9a-f]{8,}|\d+/g, "#")
        .trim(),
    )
    .filter(Boolean);
}

/** The lines that are in `lines` more often than in any of `known`. */
function listNew(lines: readonly string[], known: readonly (readonly string[])[]): string[] {
  const most = (line: string) => Math.max(0, ...known.map((each) => each.filter((other) => other === line).length));
  return [...Map.groupBy(lines, (line) => line)].flatMap(([line, same]) => same.slice(most(line)));
}

/** Who somebody is could not be read: nothing of the form was, and it is filled in still on the page before. */
const beforeForm = /could not be read just now|session could not be/i;

/** What a person, a program or the platform cannot do anything with. */
export function judgeAnswer({ typed = [] }: FaultCase, answer: Answer, ask: Ask): string | null {
  if (!("path" in ask)) return null;
  const { status, text } = answer;
  if (status === 500) return `is answered with 500: ${describe(answer)}`;
  if (status >= 400 && status !== 599 && text.trim() === "") return `is answered with ${status} and no word`;
  const lost = typed.filter((words) => !text.includes(words));
  if (status >= 400 && status !== 599 && lost.length > 0 && !beforeForm.test(text) && /<form|"answers"/.test(text))
    return `does not give back what was typed (${lost.join(", ")}): ${describe(answer)}`;
  return null;
}

export function describe({ status, text, location }: Answer): string {
  const main = /<main[^]*<\/main>/.exec(text)?.[0] ?? text;
  const said = main.replaceAll(/<(script|style|svg)[^]*?<\/\1>|<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return `${status} ${location} ${said.slice(0, 500)}`;
}

import { judgeReading, type Reading } from "#shared/insights/article-checks/reading-level.ts";
import { day } from "#shared/dates/durations.ts";
import { reservedSlugs, type Workplace } from "./opening.ts";
import type { ScreeningQuestion } from "./screening.ts";
import { findExcludingWords } from "#shared/insights/excluding-words.ts";

/** What the checks look at, as drafts have it (worker/hiring/openings/working-draft.ts). */
interface CheckedOpening {
  slug: string;
  requisitionId: string;
  title: string;
  department: string;
  summary: string;
  markdown: string;
  workplace: Workplace;
  pay: { min: number | null; max: number | null; currency: string };
  places: readonly { city: string; country: string }[];
  remoteCountries: readonly string[];
  closesAt: number | null;
  questions: readonly ScreeningQuestion[];
}

export interface OpeningProblem {
  /** An error keeps the job from being published. */
  level: "error" | "warning";
  text: string;
  /** Where it is put right; `line` of the text, from 1. */
  place: { field: string; line?: number };
}

/** A longer time on the site looks abandoned. */
const longestOpen = 180 * day;
/** A range that is wider says little. */
const widestRange = 1.6;
/** Fewer words say nothing about a job. */
const fewestWords = 60;
const salaryHistory =
  /\b(?:current|present|previous|last|former|past)\s{1,9}(?:\w{1,30}\s{1,9})?(?:salary|salaries|pay|wages?|compensation|earnings)\b|\b(?:salary|pay|wage) history\b|\bwhat (?:do|did) you (?:currently |now )?(?:earn|make)\b/i;

/**
 * What is to be put right before a job is published, errors first. `now` in epoch milliseconds; null where its end may have
 * passed. Pure, and never throws.
 */
export function findOpeningProblems(job: CheckedOpening, { now }: { now: number | null }): OpeningProblem[] {
  const found = [
    ...checkFields(job),
    ...checkPay(job),
    ...checkPlaces(job),
    ...checkEnd(job, now),
    ...job.questions.flatMap((question, at) => checkQuestion(question, at)),
    ...checkText(job),
  ];
  return found.toSorted((a, b) => Number(a.level === "warning") - Number(b.level === "warning"));
}

/** How hard the text is to read; null where there is too little of it. */
export function judgeOpeningText(markdown: string): Reading | null {
  const paragraphs = markdown
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/)
    .filter((part) => !/^\s*#/.test(part))
    .map((part) => `${part.replaceAll(/^[\s>*+-]+|\[|\]\([^)]*(?:\)|$)|[*_`]/gm, "").trim()}`)
    .filter(Boolean);
  return judgeReading(paragraphs);
}

function error(field: string, text: string): OpeningProblem {
  return { level: "error", text, place: { field } };
}

function warning(field: string, text: string): OpeningProblem {
  return { level: "warning", text, place: { field } };
}

function inLine(text: string, line: number): OpeningProblem {
  return { level: "warning", text, place: { field: "markdown", line } };
}

function checkFields(job: CheckedOpening): OpeningProblem[] {
  const empty = ([field, text]: readonly [keyof CheckedOpening & string, string]) =>
    String(job[field]).trim() === "" ? [error(field, text)] : [];
  return [
    ...(
      [
        ["title", "Give the job a title."],
        ["department", "Say which department it belongs to."],
        ["summary", "Say in a sentence or two what the work is."],
        ["requisitionId", "Give it a requisition id."],
        ["markdown", "There is no text yet."],
      ] as const
    ).flatMap(empty),
    ...(reservedSlugs.includes(job.slug) ? [error("slug", "The site needs this address itself.")] : []),
    ...(job.slug.startsWith("untitled-") ? [warning("slug", "The address does not say what the job is.")] : []),
  ];
}

function checkPay({ pay: { min, max, currency } }: CheckedOpening): OpeningProblem[] {
  if (min === null || max === null || currency === "")
    return [error("pay", "Say what it pays, from and to: candidates see it before they apply.")];
  if (min > max) return [error("pay", "The pay range begins with its lower end.")];
  return max > min * widestRange ? [warning("pay", "The pay range is so wide that it says little.")] : [];
}

function checkPlaces({ workplace, places, remoteCountries }: CheckedOpening): OpeningProblem[] {
  const isHalf = places.some(({ city, country }) => city.trim() === "" || country === "");
  return [
    ...(isHalf ? [error("places", "Each place needs a town and a country.")] : []),
    ...(workplace !== "remote" && places.length === 0 ? [error("places", "Say where the work is done.")] : []),
    ...(workplace === "remote" && remoteCountries.length === 0
      ? [error("remoteCountries", "Say from where the work may be done.")]
      : []),
  ];
}

function checkEnd({ closesAt }: CheckedOpening, now: number | null): OpeningProblem[] {
  if (closesAt === null)
    return [warning("closesAt", "No closing day is set: it closes 60 days after it is published.")];
  if (now === null) return [];
  if (closesAt <= now) return [error("closesAt", "The closing day has passed.")];
  return closesAt > now + longestOpen ? [warning("closesAt", "It stays open for more than half a year.")] : [];
}

function checkQuestion({ kind, label, options, knockOut }: ScreeningQuestion, at: number): OpeningProblem[] {
  const name = `Question ${at + 1}`;
  const field = "questions";
  const isChoice = kind === "one" || kind === "several";
  const limits = knockOut !== null && !("answer" in knockOut) && !("options" in knockOut) ? knockOut : {};
  const { below, above } = limits;
  return [
    ...(label.trim() === "" ? [error(field, `${name} asks nothing yet.`)] : []),
    ...(isChoice && options.filter((option) => option.trim() !== "").length < 2
      ? [error(field, `${name} needs two options at least.`)]
      : []),
    ...(below !== undefined && above !== undefined && below > above
      ? [error(field, `${name} flags every number.`)]
      : []),
    ...(salaryHistory.test(label)
      ? [error(field, `${name} asks what somebody earned. The law of the EU (2023/970) does not allow it.`)]
      : []),
    ...(knockOut !== null && "options" in knockOut && knockOut.options.length >= options.length && isChoice
      ? [warning(field, `${name} flags every answer.`)]
      : []),
  ];
}

function hasPicture(line: string): boolean {
  for (let at = line.indexOf("!["); at !== -1;) {
    const end = line.indexOf("]", at);
    if (end === -1) return false;
    if (line.startsWith("(", end + 1)) return true;
    at = line.indexOf("![", end);
  }
  return false;
}

function checkText({ title, summary, markdown }: CheckedOpening): OpeningProblem[] {
  const words = markdown.match(/\p{L}+/gu)?.length ?? 0;
  const reading = judgeOpeningText(markdown);
  const picture = markdown.split("\n").findIndex(hasPicture);
  return [
    ...(words > 0 && words < fewestWords ? [warning("markdown", "The text is very short.")] : []),
    ...(reading?.isHard ? [warning("markdown", `${reading.words}. Shorter sentences and words help.`)] : []),
    ...(picture === -1 ? [] : [inLine("A job's text shows no pictures.", picture + 1)]),
    ...findExcludingWords(title).map(({ text }) => warning("title", text)),
    ...findExcludingWords(summary).map(({ text }) => warning("summary", text)),
    ...findExcludingWords(markdown).map(({ text, line }) => inLine(text, line)),
  ];
}

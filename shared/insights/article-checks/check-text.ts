import type { Token } from "markdown-it";
import { type ArticleParts, createArticleMarkdown, readAttribute, readText } from "../article-markdown.ts";
import { judgeLink, type LinkTargets } from "./check-link.ts";
import type { Doubt, Finding } from "./finding.ts";
import { judgeReading, type Reading } from "./reading-level.ts";
import { countWords, quoteStart, splitSentences } from "./sentences.ts";

/** More words are hard to follow. */
const longSentence = 40;
const longParagraph = 160;

const parser = createArticleMarkdown();

export interface CheckedText {
  findings: Finding[];
  /** Links of which only the server knows whether they lead somewhere. */
  doubts: Doubt[];
  /** How many links may be followed, judged by the text alone; null where one may not, or there is none. */
  links: number | null;
  reading: Reading | null;
  /** What is in order, in words. */
  passed: string[];
}

/** Checks the text of an article by the tokens that its renderer uses. Never throws; every line it names exists. */
export function checkText(markdown: string, targets: Omit<LinkTargets, "ids">): CheckedText {
  const marks: ArticleParts = { contents: [], ids: new Map() };
  const tokens = parser.parse(markdown, { article: marks });
  const lines = markdown.split(/\r\n?|\n/).length;
  const findings: Finding[] = [];
  const doubts: Doubt[] = [];
  const paragraphs: string[] = [];
  const ids = new Set([...marks.ids.keys(), ...listNotes(tokens)]);
  const faults = { link: 0, picture: 0 };
  let line = 1;
  for (const [index, token] of tokens.entries()) {
    line = Math.min((token.map?.[0] ?? line - 1) + 1, lines);
    const find = (level: Finding["level"], text: string, at = line, kind = "text") =>
      findings.push({
        level,
        text,
        place: { line: Math.min(at, lines), ...(kind === "picture" && { isPicture: true }) },
      });
    if (token.type === "fence" && token.info.trim() === "")
      find("hint", "This code names no language, so it is not coloured.");
    if (token.type !== "inline") continue;
    checkInline(token, { ...targets, ids }, (kind, fault, below) => {
      if (typeof fault !== "string")
        return void doubts.push({ ...fault, place: { line: Math.min(line + below, lines) } });
      faults[kind] += 1;
      find("error", fault, line + below, kind);
    });
    if (tokens[index - 1]?.type !== "paragraph_open") continue;
    const text = readText(token);
    paragraphs.push(text);
    checkLength(text, find);
  }
  findings.push(...checkHeadings(tokens, lines));
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const count = (type: string) => inline.filter((token) => token.type === type).length;
  const [links, pictures] = [count("link_open"), count("image")];
  const passed = pictures > 0 && faults.picture === 0 ? ["Every picture is described"] : [];
  return {
    findings,
    doubts,
    links: links > 0 && faults.link === 0 ? links : null,
    reading: judgeReading(paragraphs),
    passed,
  };
}

/** Hears what is wrong, or of which address that is to be asked. */
type Find = (kind: "link" | "picture", fault: string | { address: string }, below: number) => void;

/** Links and pictures of one block. `below`: lines below the first of the block. */
function checkInline({ children }: Token, targets: LinkTargets, find: Find): void {
  let below = 0;
  let link: { below: number; words: string } | undefined;
  for (const child of children ?? []) {
    if (child.type === "softbreak" || child.type === "hardbreak") below += 1;
    if (child.type === "link_open") {
      link = { below, words: "" };
      const fault = judgeLink(readAttribute(child, "href"), targets);
      if (fault) find("link", "fault" in fault ? fault.fault : fault, below);
    } else if (child.type === "link_close") {
      if (link?.words.trim() === "") find("link", "This link has no words, so nobody can follow it.", link.below);
      link = undefined;
    } else if (child.type === "image") {
      checkPicture(child, (text) => find("picture", text, below));
      // What is missing there has been said once.
      if (link) link.words += readText(child) || "picture";
    } else if (link) link.words += child.content;
  }
}

function checkPicture(picture: Token, find: (text: string) => void): void {
  if (readText(picture).trim() === "") find("Describe this picture for those who cannot see it.");
  if (!/^\/(?![/\\])/.test(readAttribute(picture, "src")))
    find("This picture lies on another site, so readers do not see it. Upload it instead.");
}

function checkLength(text: string, find: (level: Finding["level"], text: string) => void): void {
  const words = countWords(text);
  if (words > longParagraph) find("warning", `A paragraph of ${words} words: part it. ${quoteStart(text)}`);
  for (const sentence of splitSentences(text)) {
    const length = countWords(sentence);
    if (length > longSentence) find("warning", `A sentence of ${length} words: ${quoteStart(sentence)}`);
  }
}

interface Section {
  level: number;
  line: number;
  text: string;
  isEmpty: boolean;
}

/** Whether headings go down one level at a time, have words, and have something below them. */
function checkHeadings(tokens: readonly Token[], lines: number): Finding[] {
  const findings: Finding[] = [];
  const find = (level: Finding["level"], { line }: Section, text: string) =>
    findings.push({ level, text, place: { line } });
  const end = (section: Section | undefined) => {
    if (section?.isEmpty) find("warning", section, `Nothing stands below “${section.text}”.`);
  };
  let last: Section | undefined;
  let isHeading = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "footnote_block_open") break;
    if (token.type === "heading_close") isHeading = false;
    if (token.type !== "heading_open") {
      if (last && !isHeading && hasContent(token)) last.isEmpty = false;
      continue;
    }
    isHeading = true;
    const text = readText(tokens[index + 1] ?? token).trim();
    const written = token.markup.startsWith("#") ? token.markup.length : token.markup === "=" ? 1 : 2;
    const line = Math.min((token.map?.[0] ?? 0) + 1, lines);
    const section = { level: Number(token.tag.slice(1)), line, text, isEmpty: text !== "" };
    // A section may begin with a smaller one.
    if (last && section.level <= last.level) end(last);
    if (text === "") find("error", section, "This heading has no words.");
    else if (written === 1)
      find("warning", section, `“${text}” is a first heading, which is the title's. Use a second.`);
    else if (written > section.level) find("warning", section, `“${text}” skips a level: make it ${section.level}.`);
    last = section;
  }
  end(last);
  return findings;
}

/** True for a token that readers see something of. */
function hasContent(token: Token): boolean {
  return ["inline", "fence", "code_block", "hr"].includes(token.type);
}

/** Ids that the renderer gives to notes and to where they are mentioned. */
function listNotes(tokens: readonly Token[]): string[] {
  const notes = tokens.filter(({ type }) => type === "footnote_open");
  return notes.length === 0 ? [] : ["notes", ...notes.flatMap((_, at) => [`fn-${at + 1}`, `fnref-${at + 1}`])];
}

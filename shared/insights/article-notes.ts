/** Footnotes of articles: `[^label]` with `[^label]: …` elsewhere, and `^[Its text]` in the middle of the text. */
import type MarkdownIt from "markdown-it";
import type { StateBlock, StateCore, StateInline, Token } from "markdown-it";

/** A note in the order of its first mention. `tokens`: of one in the middle of the text. */
interface Note {
  label?: string;
  /** How often it is mentioned. */
  count?: number;
  content?: string;
  tokens?: Token[];
}

interface Notes {
  /** The number of each label, -1 before it is mentioned. */
  refs?: Record<string, number>;
  list?: Note[];
  /** How many notes the text that is read now is inside of. */
  depth?: number;
}

/** Each note in the middle of a text is read anew, with all that is in it: deeper ones are text. */
const deepest = 8;

/** Adds notes to a reader. markdown-it-footnote copies all tokens for each note, and loses the text of notes inside of notes. */
export function useNotes(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before("reference", "footnote_def", readText, { alt: ["paragraph", "reference"] });
  markdown.inline.ruler.after("image", "footnote_inline", readInlineNote);
  markdown.inline.ruler.after("footnote_inline", "footnote_ref", readMention);
  markdown.core.ruler.after("inline", "footnote_tail", placeNotes);
}

function findNotes(env: unknown): Notes {
  const known = env as { footnotes?: Notes };
  known.footnotes ??= {};
  return known.footnotes;
}

/** `[^label]: What the note says`, with the lines below it that are set in by four. */
function readText(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, tShift, sCount, eMarks, blkIndent, parentType } = state;
  const [mark = 0, shift = 0, column = 0] = [bMarks[startLine], tShift[startLine], sCount[startLine]];
  if (!src.startsWith("[^", mark + shift)) return false;
  const [, head, label, blanks = ""] =
    /^(\[\^([^\] ]+)\]:)([ \t]*)/.exec(src.slice(mark + shift, eMarks[startLine])) ?? [];
  if (head === undefined) return false;
  if (silent) return true;
  const notes = findNotes(state.env);
  notes.refs ??= {};
  notes.refs[`:${label}`] = -1;
  const start = column + head.length;
  let end = start;
  for (const blank of blanks) end += blank === "\t" ? 4 - (end % 4) : 1;
  const addEdge = (type: string, nesting: -1 | 1) => {
    state.push(type, "", nesting).meta = { label };
  };
  addEdge("footnote_reference_open", 1);
  // What follows is read as if the line began behind the head, and were set in as the lines below it.
  state.blkIndent += 4;
  bMarks[startLine] = mark + shift + head.length;
  tShift[startLine] = blanks.length;
  sCount[startLine] = end - start + (end - start < state.blkIndent ? state.blkIndent : 0);
  state.parentType = "root";
  state.md.block.tokenize(state, startLine, endLine);
  Object.assign(state, { blkIndent, parentType });
  bMarks[startLine] = mark;
  tShift[startLine] = shift;
  sCount[startLine] = column;
  addEdge("footnote_reference_close", -1);
  return true;
}

function readInlineNote(state: StateInline, silent: boolean): boolean {
  const { pos, src } = state;
  if (pos + 2 >= state.posMax || !src.startsWith("^[", pos)) return false;
  const notes = findNotes(state.env);
  const depth = notes.depth ?? 0;
  if (depth >= deepest) return false;
  const end = state.md.helpers.parseLinkLabel(state, pos + 1);
  if (end < 0) return false;
  if (!silent) {
    const list = (notes.list ??= []);
    const note = { content: src.slice(pos + 2, end), tokens: [] };
    // It has its number before those inside of it get theirs.
    state.push("footnote_ref", "", 0).meta = { id: list.push(note) - 1 };
    notes.depth = depth + 1;
    state.md.inline.parse(note.content, state.md, state.env, note.tokens);
    notes.depth = depth;
  }
  state.pos = end + 1;
  return true;
}

function readMention(state: StateInline, silent: boolean): boolean {
  const { refs, list } = (state.env as { footnotes?: Notes }).footnotes ?? {};
  if (!refs || !state.src.startsWith("[^", state.pos)) return false;
  const mention = /\[\^([^\] \n]{1,200})\]/y;
  mention.lastIndex = state.pos;
  const label = mention.exec(state.src)?.[1];
  const key = `:${label}`;
  const known = label === undefined ? undefined : refs[key];
  if (known === undefined || mention.lastIndex > state.posMax) return false;
  if (!silent) {
    const notes = list ?? (findNotes(state.env).list = []);
    const id = known < 0 ? notes.push({ label: String(label), count: 0 }) - 1 : known;
    refs[key] = id;
    const note = notes[id] as Note;
    state.push("footnote_ref", "", 0).meta = { id, subId: note.count, label };
    note.count = (note.count ?? 0) + 1;
  }
  state.pos = mention.lastIndex;
  return true;
}

/** Puts the notes that are mentioned behind the text, in the order of their mentions. */
function placeNotes(state: StateCore): void {
  const { footnotes } = state.env as { footnotes?: Notes };
  if (!footnotes) return;
  const { rest, texts } = takeTexts(state.tokens);
  state.tokens = rest;
  if (!footnotes.list) return;
  const add = (type: string, nesting: -1 | 0 | 1, meta: Record<string, unknown> | null = null) => {
    const token = new state.Token(type, "", nesting);
    token.meta = meta;
    rest.push(token);
  };
  add("footnote_block_open", 1);
  for (const [id, note] of footnotes.list.entries()) {
    const { label } = note;
    add("footnote_open", 1, { id, label });
    for (const token of note.tokens ? wrapText(state, note) : (texts.get(String(label)) ?? [])) rest.push(token);
    const end = rest.at(-1)?.type === "paragraph_close" ? rest.pop() : undefined;
    for (let subId = 0; subId < Math.max(1, note.count ?? 0); subId += 1)
      add("footnote_anchor", 0, { id, subId, label });
    if (end) rest.push(end);
    add("footnote_close", -1);
  }
  add("footnote_block_close", -1);
}

/** What notes say, by their labels, and what is no part of a note. A note that stands inside of another is its own. */
function takeTexts(tokens: readonly Token[]): { rest: Token[]; texts: Map<string, Token[]> } {
  const rest: Token[] = [];
  const texts = new Map<string, Token[]>();
  const around: Token[][] = [rest];
  for (const token of tokens)
    if (token.type === "footnote_reference_open") {
      const text: Token[] = [];
      texts.set(String((token.meta as { label: string }).label), text);
      around.push(text);
    } else if (token.type === "footnote_reference_close") around.pop();
    else around.at(-1)?.push(token);
  return { rest, texts };
}

/** A note in the middle of the text as a paragraph. */
function wrapText(state: StateCore, { content = "", tokens = [] }: Note): Token[] {
  const [open, inline, close] = [
    new state.Token("paragraph_open", "p", 1),
    new state.Token("inline", "", 0),
    new state.Token("paragraph_close", "p", -1),
  ];
  open.block = true;
  close.block = true;
  inline.children = tokens;
  inline.content = content;
  return [open, inline, close];
}

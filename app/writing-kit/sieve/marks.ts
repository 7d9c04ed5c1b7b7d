import { Mark, type Schema } from "@tiptap/pm/model";
import { isStruck, readHeight, readSlant, readSpacing, readWeight, type Sheet } from "./styles.ts";
import type { Part } from "./tree.ts";

/** How text looks at a place: what is around it together, the innermost word counts. */
export interface State {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  height: "super" | "sub" | "";
  href: string;
  title: string;
  /** Ends of lines in the source are breaks. */
  keepsLines: boolean;
}

export const plain: State = {
  bold: false,
  italic: false,
  strike: false,
  code: false,
  height: "",
  href: "",
  title: "",
  keepsLines: false,
};

const bold = new Set(["b", "strong"]);
const italic = new Set(["i", "em"]);
const struck = new Set(["s", "strike", "del"]);
const code = new Set(["code", "kbd", "samp", "tt"]);

/** The look of what is in `part`, where `state` is the look around it. */
export function enterState(state: State, part: Part, sheet: Sheet): State {
  const { name } = part;
  const next = { ...state };
  if (bold.has(name)) next.bold = true;
  if (italic.has(name)) next.italic = true;
  if (struck.has(name)) next.strike = true;
  if (code.has(name)) next.code = true;
  if (name === "sup") next.height = "super";
  if (name === "sub") next.height = "sub";
  if (name === "a") {
    next.href = part.get("href");
    next.title = part.get("title");
  }
  const look = sheet.lookOf(part);
  if (look.size > 0) {
    next.bold = readWeight(look) ?? next.bold;
    next.italic = readSlant(look) ?? next.italic;
    next.height = readHeight(look) ?? next.height;
    if (isStruck(look)) next.strike = true;
    const spacing = readSpacing(look);
    if (spacing !== null) next.keepsLines = spacing !== "none";
  }
  // A cell stands high or low as a whole, and a heading is bold by itself.
  if (/^(?:t[dhr]|x-table|img)$/.test(name)) next.height = "";
  if (/^(?:h[1-6]|th|x-title)$/.test(name)) next.bold = false;
  return next;
}

const names = [
  ["bold", "bold"],
  ["italic", "italic"],
  ["strike", "strike"],
  ["code", "code"],
] as const;

/** The marks of the schema for a look. */
export function makeMarks(state: State, schema: Schema): readonly Mark[] {
  let marks = Mark.none;
  const add = (name: string, attributes?: Record<string, unknown>) => {
    const type = schema.marks[name];
    if (type) marks = type.create(attributes).addToSet(marks);
  };
  if (state.href !== "") add("link", { href: state.href, title: state.title === "" ? null : state.title });
  for (const [key, name] of names) if (state[key]) add(name);
  if (state.height !== "" && !state.code) add(state.height === "super" ? "superscript" : "subscript");
  return marks;
}

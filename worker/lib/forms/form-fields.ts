/**
 * The fields of a posted form by their names: `questions[0].label` is a text in a list, `tags[]` and every name that comes
 * twice are lists. These are the names that Conform gives fields, too.
 */
import type { FormAnswers } from "#shared/pages/refusal.ts";

type Entry = readonly [name: string, value: string | File];
type Part = string | number;

/** How deep names may go and how far lists may count: more than any form of ours needs. */
const deepestName = 6;
const longestName = 200;
const highestIndex = 999;

/** What passwords and their like are called: they are never sent back. */
const isSecret = /password|secret|^code$/i;

export type FormTree = { [name: string]: FormTree | FormTree[] | FormValue };
type FormValue = string | File | readonly (FormTree | FormTree[] | FormValue)[];

interface Node {
  values: (string | File)[];
  isList: boolean;
  children: Map<Part, Node>;
}

/**
 * The entries as one object, and the texts among them by the names under which the form is filled in again. A list has
 * no gaps: of `a[3]` and `a[7]` alone come `a[0]` and `a[1]`, in both. A name of any other form stays as it is.
 */
export function readFields(entries: Iterable<Entry>): { tree: FormTree; answers: FormAnswers } {
  const root = makeNode();
  for (const [name, value] of entries) {
    const { path, isList } = parseName(name);
    let node = root;
    for (const part of path) {
      const child = node.children.get(part) ?? makeNode();
      node.children.set(part, child);
      node = child;
    }
    node.values.push(value);
    node.isList ||= isList;
  }
  const answers = new Map<string, string | string[]>();
  return { tree: writeTree(root, { name: "", answers }) as FormTree, answers: Object.fromEntries(answers) };
}

function makeNode(): Node {
  return { values: [], isList: false, children: new Map() };
}

const namePart = /([A-Za-z_][\w-]*)|\[(\d{1,4})\]/y;

function parseName(name: string): { path: Part[]; isList: boolean } {
  const asItIs = { path: [name], isList: false };
  if (name.length > longestName) return asItIs;
  const isList = name.endsWith("[]");
  const text = isList ? name.slice(0, -2) : name;
  const path: Part[] = [];
  for (let at = 0; at < text.length || at === 0; at = namePart.lastIndex) {
    // A dot stands between two names, and nowhere else.
    const start = at > 0 && text[at] === "." ? at + 1 : at;
    namePart.lastIndex = start;
    const [, key, index] = namePart.exec(text) ?? [];
    if (key === undefined ? index === undefined || start !== at || at === 0 : start === at && at > 0) return asItIs;
    if (Number(index ?? 0) > highestIndex || path.length === deepestName) return asItIs;
    path.push(key ?? Number(index));
  }
  return { path, isList };
}

interface Writing {
  name: string;
  answers: Map<string, string | string[]>;
}

/** A node with values has no parts: where a form sends both, the values count. */
function writeTree(node: Node, { name, answers }: Writing): unknown {
  const { values, isList, children } = node;
  if (values.length > 0) {
    const texts = values.filter((value) => typeof value === "string");
    if (texts.length > 0 && !isSecret.test(name))
      answers.set(isList ? `${name}[]` : name, texts.length > 1 || isList ? texts : (texts[0] ?? ""));
    return values.length > 1 || isList ? values : values[0];
  }
  const parts = [...children.keys()];
  if (parts.length > 0 && parts.every((part) => typeof part === "number")) {
    const ordered = parts.toSorted((a, b) => a - b);
    return ordered.map((part, at) => writeTree(children.get(part) as Node, { name: `${name}[${at}]`, answers }));
  }
  // fromEntries defines own properties, so a field called __proto__ is an ordinary field.
  return Object.fromEntries(
    parts.map((part) => {
      const below = name === "" ? String(part) : `${name}.${part}`;
      return [String(part), writeTree(children.get(part) as Node, { name: below, answers })];
    }),
  );
}

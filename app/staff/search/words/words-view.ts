import type { Reading } from "../read-part.ts";
import { nameDocuments } from "#worker/search/staff/list-documents.ts";
import { readWords, type StoredRule } from "#worker/search/staff/read-words.ts";

/** What a form holds that somebody has tried, or opened. */
export interface SynonymsDraft {
  of: "synonyms";
  id: string;
  version: string;
  /** One on each line. */
  texts: string;
  oneWay: boolean;
  check: string;
}

export interface RuleDraft {
  of: "pin" | "exclusion";
  id: string;
  version: string;
  query: string;
  /** Its address, or its title. */
  page: string;
  place: number;
  check: string;
}

interface RuleRow {
  id: string;
  version: number;
  query: string;
  title: string;
  path: string;
  place: number;
  touched: string;
}

export interface WordsView {
  synonyms: {
    id: string;
    version: number;
    first: string;
    others: string;
    oneWay: boolean;
    touched: string;
  }[];
  pins: RuleRow[];
  exclusions: RuleRow[];
  open: SynonymsDraft | RuleDraft | null;
}

/** What staff have written, and the form that the address opens. Two trips. */
export async function loadWords({ search, at, locale, query }: Reading): Promise<WordsView> {
  const { synonyms, rules } = await readWords(search.db, at);
  const names = await nameDocuments(
    search.searchDb,
    rules.map(({ key }) => key),
  );
  const number = new Intl.NumberFormat(locale);
  const toRow = ({ id, version, query: asked, key, place, touched }: StoredRule): RuleRow => ({
    id,
    version,
    query: asked,
    title: names.get(key)?.title ?? "Not in the search any more",
    path: names.get(key)?.path ?? key,
    place,
    touched: number.format(touched),
  });
  const ofKind = (kind: StoredRule["kind"]) => rules.filter((rule) => rule.kind === kind).map(toRow);
  const view = {
    synonyms: synonyms.map(({ id, version, texts, oneWay, touched }) => ({
      id,
      version,
      first: texts[0] ?? "",
      others: texts.slice(1).join(", "),
      oneWay,
      touched: number.format(touched),
    })),
    pins: ofKind("pin"),
    exclusions: ofKind("exclusion"),
  };
  return { ...view, open: openForm(query, { synonyms, pins: view.pins, exclusions: view.exclusions }) };
}

interface Rows {
  synonyms: readonly { id: string; version: number; texts: readonly string[]; oneWay: boolean }[];
  pins: readonly RuleRow[];
  exclusions: readonly RuleRow[];
}

/** The address opens a new form ("synonyms", "pin", "exclusion", with its first words), or that of the row with this id. */
function openForm(asked: URLSearchParams, { synonyms, pins, exclusions }: Rows): WordsView["open"] {
  const open = asked.get("open") ?? "";
  const words = (asked.get("words") ?? "").slice(0, 300);
  const page = (asked.get("page") ?? "").slice(0, 300);
  if (open === "synonyms") return { of: open, id: "", version: "", texts: words, oneWay: false, check: words };
  if (open === "pin" || open === "exclusion")
    return { of: open, id: "", version: "", query: words, page, place: 1, check: "" };
  const group = synonyms.find(({ id }) => id === open);
  if (group) {
    const { id, version, texts, oneWay } = group;
    return { of: "synonyms", id, version: String(version), texts: texts.join("\n"), oneWay, check: "" };
  }
  const pin = pins.find(({ id }) => id === open);
  const rule = pin ?? exclusions.find(({ id }) => id === open);
  if (!rule) return null;
  const { id, version, query, path, place } = rule;
  return { of: pin ? "pin" : "exclusion", id, version: String(version), query, page: path, place, check: "" };
}

import { data } from "react-router";
import { answerOutcome } from "#app/staff/lists/list-outcome.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import type { SearchRule } from "#worker/search/find/search-context.ts";
import { findKey } from "#worker/search/staff/list-documents.ts";
import { type PlannedChange, previewChange } from "#worker/search/staff/preview-change.ts";
import { readWords } from "#worker/search/staff/read-words.ts";
import { addRule, changeRule, deleteRule, readRuleQuery } from "#worker/search/staff/rules.ts";
import { addSynonyms, changeSynonyms, deleteSynonyms, readTexts } from "#worker/search/staff/synonyms.ts";
import { readFrequent } from "#worker/search/staff/query-log.ts";
import { buildPartPath } from "../parts.ts";
import { type Changing, limitWork } from "../read-part.ts";
import { toEffectView } from "./effect-view.ts";
import { deletedSchema, splitTexts, type WordsForm } from "./words-form.ts";
import type { RuleDraft, SynonymsDraft } from "./words-view.ts";

const done = (what: string) => buildPartPath("words", { done: what });

/** Answers the forms of the part. A path leads back to it. */
export async function changeWords(form: WordsForm, changing: Changing) {
  switch (form.do) {
    case "synonyms-save":
    case "synonyms-preview":
      return handleSynonyms(form, changing);
    case "rule-save":
    case "rule-preview":
      return handleRule(form, changing);
    case "undo":
      return putBack(form.undo, changing);
    default:
      return remove(form, changing);
  }
}

type SynonymsForm = Extract<WordsForm, { texts: string }>;
type RuleForm = Extract<WordsForm, { page: string }>;

async function handleSynonyms(form: SynonymsForm, changing: Changing) {
  const { search, doer } = changing;
  const { texts, problem } = readTexts(splitTexts(form.texts));
  const draft: SynonymsDraft = {
    of: "synonyms",
    id: form.id,
    version: String(form.version),
    texts: form.texts,
    oneWay: form["one-way"] === "yes",
    check: form.check,
  };
  if (problem) return keepDraft(draft, { problem });
  const after = { texts, oneWay: draft.oneWay };
  if (form.do === "synonyms-preview") {
    const stored = await readWords(search.db, changing.at);
    const before = stored.synonyms.find(({ id }) => id === form.id) ?? null;
    return keepDraft(draft, { effect: await preview({ kind: "synonyms", before, after }, form.check, changing) });
  }
  if (form.id === "") await addSynonyms(search.db, after, doer);
  else await changeSynonyms(search.db, { id: form.id, version: Number(form.version), ...after }, doer);
  return done("synonyms-saved");
}

async function handleRule(form: RuleForm, changing: Changing) {
  const { search, doer } = changing;
  const draft: RuleDraft = {
    of: form.kind,
    id: form.id,
    version: String(form.version),
    query: form.query,
    page: form.page,
    place: form.place,
    check: form.check,
  };
  const query = readRuleQuery(form.query);
  if (query === "" && form.kind === "pin") return keepDraft(draft, { problem: "Write the search that it is for." });
  const key = await findKey(search.searchDb, form.page);
  if (key === null)
    return keepDraft(draft, { problem: "No page, article or opening in the search has this address or title." });
  const after: SearchRule = { kind: form.kind, query, key, place: form.kind === "pin" ? form.place : 1 };
  if (form.do === "rule-preview") {
    const stored = await readWords(search.db, changing.at);
    const before = stored.rules.find(({ id }) => id === form.id) ?? null;
    const check = query === "" ? form.check : `${query}\n${form.check}`;
    return keepDraft(draft, { effect: await preview({ kind: "rule", before, after }, check, changing) });
  }
  if (form.id === "") await addRule(search.db, after, doer);
  else await changeRule(search.db, { id: form.id, version: Number(form.version), ...after }, doer);
  return done(`${form.kind}-saved`);
}

/** What becomes of the searches that somebody has named, and of the most frequent ones. */
async function preview(change: PlannedChange, check: string, changing: Changing) {
  const { search, at } = changing;
  await limitWork(changing);
  const logged = await readFrequent(search.db, at);
  const asked = check.split("\n").map((text) => text.trim());
  const texts = [...asked, ...logged.map(({ text }) => text)].filter(Boolean);
  const found = await previewChange(search, { change, texts, now: at });
  return toEffectView(found, { asked, logged: new Map(logged.map(({ text, times }) => [text, times])) });
}

function keepDraft(
  draft: SynonymsDraft | RuleDraft,
  outcome: { problem?: string; effect?: ReturnType<typeof toEffectView> },
) {
  const { problem = null, effect = null } = outcome;
  return data({ outcome: null, refusedView: null, draft, problem, effect }, { status: problem ? 400 : 200 });
}

async function remove(form: Extract<WordsForm, { do: "synonyms-delete" | "rule-delete" }>, changing: Changing) {
  const { search, doer, at } = changing;
  const stored = await readWords(search.db, at);
  if (form.do === "synonyms-delete") {
    const group = stored.synonyms.find(({ id }) => id === form.id);
    if (!group) throw new NotFoundError("Somebody has deleted these words already.");
    await deleteSynonyms(search.db, form, doer);
    const { id, texts, oneWay } = group;
    return answerDeleted("The synonyms are deleted.", { of: "synonyms", id, texts, oneWay });
  }
  const rule = stored.rules.find(({ id }) => id === form.id);
  if (!rule) throw new NotFoundError("Somebody has deleted this already.");
  await deleteRule(search.db, form, doer);
  const { id, kind, query, key, place } = rule;
  return answerDeleted(kind === "pin" ? "The pin is deleted." : "The exclusion is deleted.", {
    of: "rule",
    id,
    kind,
    query,
    key,
    place,
  });
}

function answerDeleted(text: string, undo: object) {
  return answerOutcome({ done: text, refused: [], undo: [JSON.stringify(undo)] });
}

async function putBack(undo: string, { search, doer }: Changing) {
  const deleted = deletedSchema.safeParse(readJson(undo)).data;
  if (!deleted) throw new ConflictError("This cannot be taken back.");
  if (deleted.of === "synonyms") await addSynonyms(search.db, deleted, doer);
  else await addRule(search.db, deleted, doer);
  return answerOutcome({ done: "It is back.", refused: [], undo: [] });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { foldDigits } from "#shared/text/fold-digits.ts";
import { type Compilable, sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import { type SearchField, searchFields } from "#shared/hiring/application-search.ts";
import type { Answer } from "#shared/hiring/screening.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { createLogger } from "#worker/lib/log.ts";
import { foldShort } from "#worker/lib/text/fold-text.ts";
import { foldWords, listTerms } from "./words.ts";

/** Longest text of one field that is searched, in folded letters, and how many different words of an application are. */
const longestField = 200_000;
const mostTerms = 6000;

/** How many applications one search, and one run of the job, put into the index. */
const mostAtSearch = 10;
const mostAtOnce = 100;

/** How long an application that could not be put into the index waits before it is tried again. */
const retryAfter = hour;

/** Stands between two texts of one field, so that no phrase reaches from one into the other. */
const border = "|";

/**
 * The queries that say that the texts of an application have changed; they go into the batch of the change. Triggers do so for
 * its own row, its answers and its files: only what writes notes adds them. The next search puts it into the index.
 */
export function indexApplication(db: Db, id: ApplicationId): Compilable[] {
  return [
    db
      .updateTable("application_search")
      .set(({ eb }) => ({ changes: eb("changes", "+", 1) }))
      .where("application_id", "=", id),
  ];
}

/**
 * Puts applications into the index whose texts have changed, the oldest first. One that fails is logged and set aside for an
 * hour, so that it holds up no other; until then it is found by the words that it had. Returns how many are in the index now.
 */
export async function refreshIndex(
  db: Db,
  { most = mostAtOnce, log = createLogger("search index") } = {},
): Promise<number> {
  const stale = await selectStale(db).select(["id", "application_id", "changes"]).limit(most).execute();
  let indexed = 0;
  for (const row of stale)
    try {
      await runBatch(db, await planWords(db, row));
      indexed += 1;
    } catch (error) {
      log.error("application not indexed", error, { application: row.application_id });
      const retry_at = now() + retryAfter;
      await db.updateTable("application_search").set({ retry_at }).where("id", "=", row.id).execute();
    }
  return indexed;
}

/** As `refreshIndex`, of what a search would miss: few, because the job does the rest. */
export function refreshForSearch(db: Db): Promise<number> {
  return refreshIndex(db, { most: mostAtSearch });
}

/** 1 while a search would miss something that has changed: a value for a query that is asked anyway. */
export function hasStale(db: Db) {
  return sql<0 | 1>`exists ${selectStale(db).select("id")}`;
}

function selectStale(db: Db) {
  return db
    .selectFrom("application_search")
    .whereRef("changes", "<>", "indexed")
    .where("retry_at", "<=", now())
    .orderBy("id");
}

interface Stale {
  id: number;
  application_id: ApplicationId;
  changes: number;
}

/** The queries that put the words of one application, as it is now, into the index. */
async function planWords(db: Db, { id, application_id, changes }: Stale): Promise<Compilable[]> {
  const texts = await readTexts(db, application_id);
  const terms = new Map<string, number>();
  const folded = {} as Record<SearchField, string>;
  for (const [bit, field] of searchFields.entries()) {
    // Words stand together however each of them is written: what each is, the terms tell.
    const words = texts[field].flatMap((text) => foldWords(text).map(foldShort).concat(border));
    folded[field] = words.length > 0 ? ` ${words.join(" ")} `.slice(0, longestField) : "";
    for (const word of texts[field].flatMap((text) => listTerms(text, { isName: field === "name" })))
      if (terms.size < mostTerms || terms.has(word)) terms.set(word, (terms.get(word) ?? 0) | (1 << bit));
  }
  const rows = JSON.stringify([...terms]);
  const insert = sql`insert into application_terms (term, document, fields)
    select value ->> 0, application_search.id, value ->> 1 from application_search, json_each(${rows})
    where application_search.id = ${id} and application_search.application_id = ${application_id}`;
  return [
    db.deleteFrom("application_terms").where("document", "=", id),
    { compile: () => insert.compile(db) },
    // What has changed meanwhile is still to do.
    db
      .updateTable("application_search")
      .set({ ...folded, indexed: changes })
      .where("id", "=", id),
  ];
}

/** The texts of each field, as people wrote them. */
export type ApplicationTexts = Record<SearchField, string[]>;

/** What is searched of one application. */
async function readTexts(db: Db, id: ApplicationId): Promise<ApplicationTexts> {
  const [texts] = await readAllTexts(db, [id]);
  return texts?.texts ?? (Object.fromEntries(searchFields.map((field) => [field, []])) as unknown as ApplicationTexts);
}

/** What is searched of several applications: two queries in one trip. Of files, at most `longest` characters of each application. */
export async function readAllTexts(
  db: Db,
  ids: readonly ApplicationId[],
  { longest = longestField } = {},
): Promise<{ id: ApplicationId; texts: ApplicationTexts }[]> {
  const own = db
    .selectFrom("applications")
    .select(["id", "name", "email", "phone", "place", "cover_note", "resume_text"])
    .select(({ selectFrom }) => [
      sql<string>`(${selectFrom("application_answers")
        .select(sql`json_group_array(json(answer))`.as("answers"))
        .whereRef("application_id", "=", "applications.id")
        .where("kind", "<>", "file")})`.as("answers"),
    ])
    .where("id", "in", selectIds(ids));
  const others = selectTexts(db, ids, longest);
  const results = await runBatch(db, [own, others]);
  const texts = readRows(others, results[1]);
  return readRows(own, results[0]).map((row) => {
    const list = (wanted: SearchField) =>
      texts.flatMap(({ application_id, field, text }) => (application_id === row.id && field === wanted ? [text] : []));
    return {
      id: row.id,
      texts: {
        name: [row.name],
        email: [row.email],
        // Also as one number, however it is written.
        phone: row.phone === "" ? [] : [row.phone, foldDigits(row.phone).replaceAll(/\D/g, "")],
        place: [row.place],
        cover: [row.cover_note],
        answer: (JSON.parse(row.answers) as Answer[]).flatMap(listAnswers),
        note: list("note"),
        resume: [row.resume_text, ...list("resume")],
      },
    };
  });
}

interface TextRow {
  application_id: ApplicationId;
  field: "note" | "resume";
  text: string;
}

/**
 * Notes, and what was read from files: a row for each, because D1 takes no value over 2 MB, and of each application no more of
 * its files than is asked for.
 */
function selectTexts(db: Db, ids: readonly ApplicationId[], longest: number): Compilable<TextRow> {
  const wanted = selectIds(ids);
  const query = sql<TextRow>`
    with sizes as (
      select file_id, coalesce(sum(length(text)) over (
        partition by application_id order by file_id rows between unbounded preceding and 1 preceding), 0) as before
      from application_texts where state = 'done' and application_id in ${wanted})
    select application_id, 'resume' as field, substr(text, 1, ${longest} - before) as text, file_id as place
    from sizes join application_texts using (file_id) where before < ${longest}
    union all
    select application_id, 'note', note, id from application_notes where application_id in ${wanted}
    order by place`;
  return { compile: () => query.compile(db) };
}

/** A list of any length in one value. */
function selectIds(ids: readonly ApplicationId[]) {
  return sql<ApplicationId>`(select value from json_each(${JSON.stringify(ids)}))`;
}

function listAnswers(answer: Answer): string[] {
  if (answer === null || typeof answer === "boolean") return [];
  return typeof answer === "object" ? [...answer] : [String(answer)];
}

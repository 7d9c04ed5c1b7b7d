/** Days in a database of their year, such as the binding VISITS_2027. Its tables: migrations-archive/. */
import { packRows } from "../insert-rows.ts";
import { type LinePage, MissingDayError, type VisitArchive, type VisitLine, visitsPerPage } from "./types.ts";

/** Databases by their year. */
export type YearDatabases = ReadonlyMap<string, D1Database>;

const visitsDeletedAtOnce = 5000;

/** While a day is written it is not among the whole ones, so half of it is never read. */
export function openD1Archive(databases: YearDatabases): VisitArchive {
  const open = (name: string) => {
    const year = name.slice(0, 4);
    const database = databases.get(year);
    if (!database) throw new Error(`No database is bound as VISITS_${year}.`);
    return database;
  };
  return {
    async putDay(name, pages) {
      const d1 = open(name);
      await clear(d1, name);
      for await (const page of pages) await insert(d1, name, page);
      await d1.prepare("insert into whole_days (day) values (?) on conflict do nothing").bind(name).run();
    },
    readDay: (name) => read(open(name), name),
    async eraseFrom(name, visitors) {
      await open(name)
        .prepare("delete from visits where day = ? and visitor in (select value from json_each(?))")
        .bind(name, JSON.stringify([...visitors]))
        .run();
    },
    deleteDay: (name) => clear(open(name), name),
    async listDays() {
      const all = [...databases.values()].map((d1) => d1.prepare("select day from whole_days").all<{ day: string }>());
      return (await Promise.all(all)).flatMap(({ results }) => results.map(({ day }) => day)).toSorted();
    },
  };
}

async function clear(d1: D1Database, name: string): Promise<void> {
  await d1.prepare("delete from whole_days where day = ?").bind(name).run();
  const some = d1
    .prepare(
      `delete from visits where (day, started_at, visit_no) in (
         select day, started_at, visit_no from visits where day = ? limit ${visitsDeletedAtOnce})`,
    )
    .bind(name);
  while ((await some.run()).meta.changes >= visitsDeletedAtOnce);
}

async function insert(d1: D1Database, name: string, page: LinePage): Promise<void> {
  const packs = packRows(page);
  if (packs.length === 0) return;
  const statement = d1.prepare(
    `insert into visits (day, started_at, visit_no, visitor, visit)
     select ?, value ->> 'started_at', value ->> 'visit_no', value ->> 'visitor', value ->> 'text' from json_each(?)
     where true on conflict do update set visitor = excluded.visitor, visit = excluded.visit`,
  );
  await d1.batch(packs.map((pack) => statement.bind(name, pack)));
}

async function* read(d1: D1Database, name: string): AsyncGenerator<LinePage> {
  if (!(await d1.prepare("select 1 from whole_days where day = ?").bind(name).first())) throw new MissingDayError(name);
  let [at, no] = [0, -1];
  for (;;) {
    const { results } = await d1
      .prepare(
        `select started_at, visit_no, visitor, visit as text from visits
         where day = ? and (started_at, visit_no) > (?, ?) order by started_at, visit_no limit ${visitsPerPage}`,
      )
      .bind(name, at, no)
      .all<VisitLine>();
    if (results.length > 0) yield results;
    const last = results.at(-1);
    if (!last || results.length < visitsPerPage) return;
    [at, no] = [last.started_at, last.visit_no];
  }
}

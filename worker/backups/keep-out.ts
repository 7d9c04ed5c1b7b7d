/**
 * A restore loads tables row by row, and whoever writes meanwhile would be told that it is kept, and it would not be. So everything that
 * writes asks for the marker of a restore in the transaction of its own statements: no request waits for another answer of D1,
 * and nobody can come between the question and the write.
 */
import { UnavailableError } from "../lib/errors.ts";
import { answerUnavailable } from "../lib/answer-unavailable.ts";
import type { RequestBasics } from "../lib/scope.ts";
import { marker } from "./is-restoring.ts";

/** Seconds after which whoever was refused may ask again. */
const wait = 60;
const title = "The site is being restored from a backup";

class RestoringError extends UnavailableError {
  override name = "RestoringError";

  constructor() {
    super(wait);
    this.message = `${title}. Please try again in a minute.`;
  }
}

/**
 * Reads no row, and fails as long as the marker is there: SQL can raise no error by itself, but names a path that is none. The column's
 * name is in it so that SQLite does not compute it beforehand.
 */
const question = `select json_extract('{}', '${title}, ' || name) from pragma_table_info('${marker}')`;

/** Statements that change nothing. */
const reading = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete|replace)\b))/is;

export type Guarded = "everything" | "writes";

/** Safe requests may read what is there; jobs, consumers and whoever sends something are not to act by half of the rows. */
export function chooseGuarded({ method }: Pick<Request, "method">): Guarded {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" ? "writes" : "everything";
}

/** `env` whose database refuses what is guarded while the site is restored, and calls `onRefused` then. */
export function keepOut(env: Env, guarded: Guarded, onRefused: () => void): Env {
  const DB = guardD1(env.DB, (sql) => guarded === "everything" || !reading.test(sql), onRefused);
  originals.set(DB, env.DB);
  return { ...env, DB };
}

const originals = new WeakMap<D1Database, D1Database>();

/** The binding itself, which is the same for all requests of an isolate. */
export function findOriginal(d1: D1Database): D1Database {
  return originals.get(d1) ?? d1;
}

/** The answer in place of any other to a request of which the database took something not. */
export async function keepOutAnswer(request: Request, response: Response, basics: RequestBasics): Promise<Response> {
  if (!basics.isKeptOut) return response;
  await response.body?.cancel();
  const said = `Nothing was changed. It takes some minutes: please try again in ${wait} seconds or later. What you filled in is still on the page before.`;
  return answerUnavailable(request, { title, said, wait });
}

type Connection = D1Database | D1DatabaseSession;

/** Knows what the site uses: `prepare`, `all`, `run`, `first` and `batch`, also of sessions. */
function guardD1(d1: D1Database, isGuarded: (sql: string) => boolean, onRefused: () => void): D1Database {
  const inner = new WeakMap<object, D1PreparedStatement>();

  async function ask(target: Connection, statements: D1PreparedStatement[]): Promise<D1Result[]> {
    try {
      const [, ...results] = await target.batch([target.prepare(question), ...statements]);
      return results;
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(title))) throw error;
      onRefused();
      throw new RestoringError();
    }
  }

  function guardStatement(target: Connection, statement: D1PreparedStatement): D1PreparedStatement {
    const all = async () => (await ask(target, [statement]))[0];
    const own = {
      bind: (...values: unknown[]) => guardStatement(target, statement.bind(...values)),
      all,
      run: all,
      async first(column?: string) {
        const row = (await all())?.results[0] as Record<string, unknown> | undefined;
        return (column === undefined ? row : row?.[column]) ?? null;
      },
    } as unknown as D1PreparedStatement;
    inner.set(own, statement);
    return own;
  }

  function guard(target: Connection): object {
    return {
      prepare(sql: string) {
        const statement = target.prepare(sql);
        return isGuarded(sql) ? guardStatement(target, statement) : statement;
      },
      batch(statements: D1PreparedStatement[]) {
        const own = statements.map((statement) => inner.get(statement) ?? statement);
        return statements.some((statement) => inner.has(statement)) ? ask(target, own) : target.batch(own);
      },
      ...("withSession" in target
        ? { withSession: (start?: string) => guard(target.withSession(start)) }
        : { getBookmark: () => target.getBookmark() }),
    };
  }

  return guard(d1) as D1Database;
}

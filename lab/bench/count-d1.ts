/** What requests asked of D1. */
export interface D1Counts {
  /** Calls that went to the database and back; a batch is one. */
  trips: number;
  queries: number;
  /** As D1 bills them: every row that was looked at, and every row and index entry that was changed. */
  rowsRead: number;
  rowsWritten: number;
}

export function startCounts(): D1Counts {
  return { trips: 0, queries: 0, rowsRead: 0, rowsWritten: 0 };
}

/** The statements of one trip to D1. */
export type Trip = readonly Statement[];

interface Statement {
  sql: string;
  values: readonly unknown[];
}

/**
 * `database`, adding to `counts` whatever is asked of it, also through its sessions, and handing each trip to `onTrip`.
 * Knows what the site uses: `prepare`, `all`, `run` and `batch`.
 */
export function countD1(database: D1Database, counts: D1Counts, onTrip: (trip: Trip) => void = () => {}): D1Database {
  const inner = new WeakMap<object, { statement: D1PreparedStatement; text: Statement }>();

  function note<Row>(results: D1Result<Row>[]): D1Result<Row>[] {
    counts.trips += 1;
    counts.queries += results.length;
    for (const { meta } of results) {
      counts.rowsRead += meta.rows_read;
      counts.rowsWritten += meta.rows_written;
    }
    return results;
  }

  async function noteOne<Row>(text: Statement, answer: Promise<D1Result<Row>>): Promise<D1Result<Row>> {
    onTrip([text]);
    const result = await answer;
    note([result]);
    return result;
  }

  function watchStatement(statement: D1PreparedStatement, text: Statement): D1PreparedStatement {
    const watched = {
      bind: (...values: unknown[]) => watchStatement(statement.bind(...values), { ...text, values }),
      all: () => noteOne(text, statement.all()),
      run: () => noteOne(text, statement.run()),
    } as unknown as D1PreparedStatement;
    inner.set(watched, { statement, text });
    return watched;
  }

  function watch(target: D1Database | D1DatabaseSession): object {
    return {
      prepare: (sql: string) => watchStatement(target.prepare(sql), { sql, values: [] }),
      async batch(statements: D1PreparedStatement[]) {
        const known = statements.flatMap((statement) => inner.get(statement) ?? []);
        onTrip(known.map(({ text }) => text));
        return note(await target.batch(known.map(({ statement }) => statement)));
      },
      ...("withSession" in target
        ? { withSession: (start?: string) => watch(target.withSession(start)) }
        : { getBookmark: () => target.getBookmark() }),
    };
  }

  return watch(database) as D1Database;
}

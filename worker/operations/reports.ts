import type { Db } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { OperationsFact, OperationsReport } from "../lib/subject.ts";

/** The reports of all subjects with their queries, for one batch. */
export function planReports(db: Db, { env, subjects }: Pick<RequestScope, "env" | "subjects">, at: number) {
  const declared: readonly OperationsReport[] = subjects.flatMap(({ operations = [] }) => operations);
  const planned = declared.map((report) => ({ report, query: report.select(db, env, at) }));
  return { planned, at, queries: planned.flatMap(({ query }) => query ?? []) };
}

/** The content of the reports; `results` are those of their queries, in their order. */
export function readReports(
  { planned, at, queries }: ReturnType<typeof planReports>,
  results: readonly D1Result[],
  env: Env,
): OperationsFact[] {
  return planned.flatMap(({ report, query }) => {
    const rows = query ? (results[queries.indexOf(query)]?.results ?? []) : [];
    return report.tell(rows as never[], { env, now: at });
  });
}

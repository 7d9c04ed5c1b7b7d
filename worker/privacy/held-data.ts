import type { Compilable } from "kysely";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { Subject } from "#worker/lib/subject.ts";

/** What is held of a person, of one kind. */
export interface HeldData {
  /** What it is, such as "Enquiries". */
  name: string;
  rows: object[];
  /** What staff think of the person. */
  isFromStaff: boolean;
  /** The subject that holds it. */
  subject: Subject;
}

/** What all subjects hold of the person who has the address `email`, in one round trip; kinds without rows too. */
export async function readHeldData(
  db: Db,
  { email }: { email: string },
  scope: Pick<RequestScope, "env" | "subjects">,
): Promise<HeldData[]> {
  const { queries, read } = await selectHeldData(db, { email }, scope);
  return read(await runBatch(db, queries));
}

/** The queries of `readHeldData`, for a batch, and what makes the held data of their results. */
export async function selectHeldData(
  db: Db,
  { email }: { email: string },
  { env, subjects }: Pick<RequestScope, "env" | "subjects">,
) {
  const kinds = subjects.flatMap((subject) =>
    (subject.personData ?? []).map(({ name, isFromStaff = false, select }) => ({ name, isFromStaff, select, subject })),
  );
  const queries: Compilable<object>[] = [];
  for (const { select } of kinds) queries.push(await select(db, email, env));
  const read = (results: readonly D1Result[]): HeldData[] =>
    kinds.map(({ name, isFromStaff, subject }, index) => ({
      name,
      isFromStaff,
      subject,
      rows: readRows(queries[index] as Compilable<object>, results[index]),
    }));
  return { queries, read };
}

/** How many rows there are of all kinds. */
export function countHeld(held: readonly HeldData[]): number {
  return held.reduce((sum, { rows }) => sum + rows.length, 0);
}

import type { Db } from "#worker/db/client.ts";
import { readErrorMessage } from "#worker/lib/error-message.ts";
import type { Sink, VisitArchive } from "./types.ts";
import { readLines, tallyLines } from "./visit-lines.ts";

interface Verified {
  name: string;
  /** Null where all is right. */
  mistake: string | null;
}

/** Holds each day of the archive against what was stored, and against D1 where D1 has it as well. */
export async function* verifyDays(db: Db, open: (sink: Sink) => VisitArchive): AsyncGenerator<Verified> {
  const days = await db.selectFrom("archived_days").selectAll().orderBy("name").execute();
  for (const each of days) {
    const { name, sink, revision, stored_revision, checksum, visits, moved_at } = each;
    if (stored_revision !== revision) {
      yield { name, mistake: "has changed, and waits for the job of every five minutes" };
      continue;
    }
    try {
      const found = await tallyLines(open(sink).readDay(name));
      const present = moved_at === null ? await tallyLines(readLines(db, each)) : found;
      if (found.checksum !== checksum)
        yield { name, mistake: `has ${found.visits} visits in the archive, and not the ${visits} that were stored` };
      else if (present.checksum !== checksum)
        yield { name, mistake: `has ${present.visits} visits in D1, and not the ${visits} of the archive` };
      else yield { name, mistake: null };
    } catch (error) {
      yield { name, mistake: readErrorMessage(error) };
    }
  }
  const known = new Set(days.map(({ name }) => name));
  for (const sink of new Set(days.map((each) => each.sink)))
    for (const name of await open(sink)
      .listDays()
      .catch(() => []))
      if (!known.has(name)) yield { name, mistake: `is in the archive (${sink}), and nothing names it` };
}

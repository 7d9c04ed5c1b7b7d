/** Whether an application may be kept for longer: asked by staff, answered by the candidate (docs/decisions/056-data-protection.md). */
import { sql } from "kysely";
import type { KeepRequestId } from "#worker/db/privacy-tables.ts";
import { isApplicationHeld } from "#worker/privacy/held-rows.ts";
import { listDeleting, readDue, selectDueTimes, selectTakenBy } from "#worker/privacy/due.ts";
import { retention } from "../retention-rules.ts";

/** A question that waits for the candidate. */
export interface KeepQuestion {
  id: KeepRequestId;
  /** What a yes says. */
  words: string;
  keepUntil: number;
}

const rules = listDeleting(retention, "applications");

/** JSON of the `KeepQuestion` of the row of `applications`; null where the last one is answered: older ones count no longer. */
export const selectKeepQuestion = sql<
  string | null
>`(select iif(answered_at is null, json_object('id', id, 'words', words, 'keepUntil', keep_until), null)
  from keep_requests where application_id = applications.id order by asked_at desc limit 1)`;

/** Ids of applications that retention will have deleted at `at`, if nothing changes until then. */
export function selectEnding(at: number) {
  return selectTakenBy(rules, at);
}

/** JSON of the instants at which the rules take the row of `applications`; `readEnd` returns the first. */
export const selectEnds = selectDueTimes(rules, "applications");

export function readEnd(json: string) {
  return readDue(rules, JSON.parse(json) as (number | null)[]);
}

/** How long an application stays, as staff see it. Instants are epoch milliseconds. */
export interface Keeping {
  /** When retention takes it, and why; null while it is held. */
  end: { at: number; because: string } | null;
  isHeld: boolean;
  /** The hold on the application itself. */
  hold: { id: string; reason: string; setAt: number; setter: string | null } | null;
  /** The last question to the candidate. */
  asked: { at: number; answer: "yes" | "no" | null; answeredAt: number | null; keepUntil: number } | null;
  sealedAt: number | null;
}

/** JSON for `readKeeping`, of the row of `applications`. */
export const selectKeeping = sql<string>`json_object('ends', json(${selectEnds}), 'isHeld', ${sql.raw(isApplicationHeld)},
  'hold', json((select json_object('id', legal_holds.id, 'reason', reason, 'setAt', set_at,
      'setter', coalesce(setter.name, setter.email))
    from legal_holds left join accounts as setter on setter.id = set_by
    where application_id = applications.id and released_at is null)),
  'asked', json((select json_object('at', asked_at, 'answer', answer, 'answeredAt', answered_at, 'keepUntil', keep_until)
    from keep_requests where application_id = applications.id order by asked_at desc limit 1)),
  'sealedAt', applications.sealed_at)`;

export function readKeeping(json: string): Keeping {
  const { ends, isHeld, ...rest } = JSON.parse(json) as Pick<Keeping, "hold" | "asked" | "sealedAt"> & {
    ends: (number | null)[];
    isHeld: 0 | 1;
  };
  return { end: readDue(rules, ends), isHeld: isHeld === 1, ...rest };
}

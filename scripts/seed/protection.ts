import { day } from "#shared/dates/durations.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import type { HoldId, KeepRequestId } from "../../worker/db/privacy-tables.ts";
import { newId } from "../../worker/lib/ids.ts";
import { readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

/**
 * Of the demo applications that were rejected, the time of two is nearly over, one candidate was asked whether it may be stored for longer, and
 * a legal hold is on a third. Made once; no mail is written.
 */
export async function seedProtection({ env }: SeedScope): Promise<void> {
  const db = openDb(env.DB);
  // A hold that was released stays.
  const done = await db.selectFrom("legal_holds").select("id").limit(1).executeTakeFirst();
  const rejected = await db
    .selectFrom("applications")
    .select(["id", "keep_until"])
    .where("is_demo", "=", 1)
    .where("stage", "=", "rejected")
    .orderBy("received_at")
    .limit(3)
    .execute();
  const [first, second, third] = rejected;
  if (done || !first || !second || !third) return console.log("Demo of the protection of data: in order.");
  const staff = await readDemoStaff<AccountId>(env.DB);
  const at = Date.now();
  const until = [at + 3 * day, at + 9 * day];
  await runBatch(db, [
    ...[first, second].map(({ id }, index) =>
      db
        .updateTable("applications")
        .set({ keep_until: until[index] ?? null })
        .where("id", "=", id),
    ),
    db.insertInto("keep_requests").values({
      id: newId<KeepRequestId>(),
      application_id: second.id,
      asked_at: at - 2 * day,
      asked_by: staff.get("hr") ?? null,
      keep_until: at + 730 * day,
      words: "Keep my application, with everything in it, for other roles for two more years. (Demo data)",
    }),
    db.insertInto("legal_holds").values({
      id: newId<HoldId>(),
      application_id: third.id,
      reason: "Claim 12/26 about the selection (demo data)",
      set_at: at - 20 * day,
      set_by: staff.get("super") ?? null,
    }),
  ]);
  console.log("Demo of the protection of data: made.");
}

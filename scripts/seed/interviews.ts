import type { Compilable } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import type { InterviewState } from "#shared/hiring/interview.ts";
import { type Score, usualCriteria, type Verdict } from "#shared/hiring/scorecard.ts";
import { addHistory } from "../../worker/hiring/applications/history.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import type { ApplicationId } from "../../worker/db/applications-tables.ts";
import { type Db, openDb, runBatch } from "../../worker/db/client.ts";
import type { InterviewId, ScorecardId } from "../../worker/db/interviews-tables.ts";
import { newId } from "../../worker/lib/ids.ts";
import { readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

/** How the demo interviews stand, in turn; `days` from today. */
const kinds: { state: InterviewState; days: number; declined?: string; cards: readonly ("hr" | "super")[] }[] = [
  { state: "held", days: -1, cards: ["super"] },
  { state: "booked", days: 0, cards: [] },
  { state: "proposed", days: 3, cards: [] },
  { state: "held", days: -4, cards: ["super", "hr"] },
  { state: "proposed", days: 5, declined: "I travel that week. Any evening after the 10th is fine.", cards: [] },
  { state: "booked", days: 2, cards: [] },
];

/** Gives demo applications interviews and scorecards, once. No mail is written about them. */
export async function seedInterviews({ env }: SeedScope): Promise<void> {
  const db = openDb(env.DB);
  const done = await db.selectFrom("interviews").select("id").where("is_demo", "=", 1).executeTakeFirst();
  if (done) return console.log("Demo interviews: in order.");
  const staff = await readDemoStaff<AccountId>(env.DB);
  const [hr, chief] = [staff.get("hr"), staff.get("super")];
  if (!hr || !chief) return console.log("Demo interviews: nobody is there to hold them.");
  const applications = await db
    .selectFrom("applications")
    .select("id")
    .where("is_demo", "=", 1)
    .where("stage", "in", ["interview", "offer"])
    .orderBy("stage")
    .orderBy("id")
    .limit(kinds.length)
    .execute();
  await runBatch(
    db,
    applications.flatMap(({ id }, at) => planOne(db, { id, at, hr, chief })),
  );
  console.log(`Demo interviews: ${applications.length} made.`);
}

interface Planned {
  id: ApplicationId;
  at: number;
  hr: AccountId;
  chief: AccountId;
}

function planOne(db: Db, { id, at, hr, chief }: Planned): Compilable[] {
  const { state, days, declined, cards } = kinds[at % kinds.length] ?? { state: "booked" as const, days: 1, cards: [] };
  const interview = newId<InterviewId>();
  // Today's are at the next full hours, so that the day has some whenever it is looked at.
  const starts = (Math.floor(Date.now() / hour) + 1) * hour + days * day;
  const made = Date.now() - 6 * day + at * hour;
  return [
    db.insertInto("interviews").values({
      id: interview,
      application_id: id,
      state,
      kind: at % 3 === 2 ? "on-site" : "video",
      place: at % 3 === 2 ? "Keizersgracht 1, Amsterdam" : "https://meet.example/demo",
      minutes: 45,
      message: "We would like to hear about your last project.",
      zone: "Europe/Amsterdam",
      starts_at: state === "proposed" ? null : starts,
      answer: declined ?? "",
      answered_at: declined || state !== "proposed" ? made + hour : null,
      sequence: state === "proposed" ? null : 0,
      proposed_by: hr,
      created_at: made,
      updated_at: made,
      is_demo: 1,
    }),
    ...[0, day, 2 * day].map((later) =>
      db.insertInto("interview_times").values({ interview_id: interview, starts_at: starts + later }),
    ),
    ...[hr, chief].map((user) =>
      db.insertInto("interview_people").values({ interview_id: interview, account_id: user }),
    ),
    addHistory(db, { applicationId: id, actor: hr, kind: "interview-proposed", detail: { interview } }),
    ...cards.map((who, index) => planCard(db, { id, author: who === "hr" ? hr : chief, index, at: starts + 2 * hour })),
  ];
}

const verdicts: readonly Verdict[] = ["yes", "strong-yes"];

function planCard(
  db: Db,
  { id, author, index, at }: { id: ApplicationId; author: AccountId; index: number; at: number },
): Compilable {
  const scores = usualCriteria.map((criterion, place): Score => ({
    criterion,
    score: place === 4 ? null : 3 + ((place + index) % 3),
    evidence: place === 0 ? "Explained how they moved a database without an hour of downtime." : "",
  }));
  return db.insertInto("scorecards").values({
    id: newId<ScorecardId>(),
    application_id: id,
    author_id: author,
    scores: JSON.stringify(scores),
    verdict: verdicts[index] ?? "yes",
    note: "Demo: would take them into the team.",
    saved_at: at,
    sent_at: at,
    corrected_at: null,
  });
}

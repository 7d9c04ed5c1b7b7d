/** Scorecards through the routes of the built Worker: who sees which, and what they are about. */
import { expect, test } from "vitest";
import { usualCriteria } from "#shared/hiring/scorecard.ts";
import { createWorkingOpening } from "#worker/hiring/openings/save-working.ts";
import { saveScorecard } from "#worker/hiring/interviews/scorecards.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { makeWorking } from "./openings-make.ts";
import { db, makeOwned, makeStaff } from "./interviews-make.ts";
import { makeScope } from "../make-scope.ts";

const page = ({ id }: { id: string }) => `/job-applications/${id}`;

test("scores of others are in nothing that the server sends until one's own are sent; nobody without the permission gets any", async () => {
  const [hana, piet, third] = [await makeStaff(), await makeStaff("HR", "Piet"), await makeStaff("super_admin", "Ida")];
  const ada = await makeOwned();
  const score = (verdict: string, word: string, todo = "send", version = 0): [string, string][] => [
    ["do", `scorecard:${todo}`],
    ["version", String(version)],
    ["criterion", "Explains clearly"],
    ["score-0", "4"],
    ["evidence", `Evidence ${word}`],
    ["verdict", verdict],
    ["verdict-note", `Because ${word}`],
  ];
  expect((await hana.ask(page(ada), score("strong-yes", "hanas"))).text).toContain("Your scorecard is sent.");
  await third.ask(page(ada), score("no", "idas", "save"));
  const refused = await piet.ask(page(ada), score("", "piets"));
  expect([refused.status, refused.text.includes("Choose a verdict."), refused.text.includes("Because piets")]).toEqual([
    400,
    true,
    true,
  ]);
  expect((await piet.ask(page(ada), score("no", "piets", "save"))).text).toContain("Nobody else sees it.");
  const before = await piet.ask(page(ada));
  const asData = await piet.ask(`${page(ada)}.data`);
  expect(before.text).toContain("One other has scored. Their scores show after you send yours.");
  for (const hidden of ["hanas", "idas"]) for (const { text } of [before, asData]) expect(text).not.toContain(hidden);
  for (const list of ["/job-applications?q=hanas", "/job-applications", "/job-applications/board"])
    expect((await piet.ask(list)).text.replaceAll("q=hanas", "")).not.toMatch(/Evidence hanas|Because hanas/);
  // A draft of an older version is not taken for the newer one.
  expect((await piet.ask(page(ada), score("yes", "piets"))).status).toBe(409);
  expect((await piet.ask(page(ada), score("yes", "piets", "send", 1))).text).toContain("Evidence hanas");
  const after = await piet.ask(page(ada));
  expect(after.text).toContain("Because hanas");
  expect(after.text).not.toContain("idas");
  expect((await piet.ask(page(ada), score("strong-no", "better", "send", 2))).text).toContain(
    "corrected their scorecard",
  );
  for (const role of ["talent_admin", "marketing_admin"] as const) {
    const other = await makeStaff(role);
    for (const path of [page(ada), `${page(ada)}.data`]) expect((await other.ask(path)).text).not.toContain("hanas");
    expect((await other.ask(page(ada), score("no", "theirs"))).status).toBe(403);
    expect((await other.ask(`${page(ada)}/interviews/${ada.id}/calendar.ics`)).status).toBe(403);
  }
  expect(await db.selectFrom("scorecards").select("verdict").orderBy("id").execute()).toHaveLength(3);
  // The candidate has withdrawn, and a hold keeps it: nobody scores it any more, drafts included.
  await db.updateTable("applications").set({ stage: "withdrawn", ended_at: 1, sealed_at: 1 }).execute();
  const late = { applicationId: ada.id, input: { scores: [], verdict: "no", note: "Late" }, isSent: true };
  const scorer = await makeStaff();
  for (const [actor, version] of [
    [third.id, 1],
    [scorer.id, 0],
  ] as const)
    await expect(saveScorecard(db, { ...late, actor, version }, makeScope())).rejects.toThrow(ConflictError);
  await db.deleteFrom("applications").where("id", "=", ada.id).execute();
  expect(await db.selectFrom("scorecards").select("id").execute()).toEqual([]);
});

test("the criteria of a job are those of its scorecards, and scores keep the words that they were given for", async () => {
  const hana = await makeStaff();
  const draft = makeWorking({ criteria: ["Knows ships", " ", "Knows harbours"] });
  const job = await createWorkingOpening(db, { draft, actor: hana.id }, makeScope());
  const ada = await makeOwned({ opening_id: job.id });
  const shown = (await hana.ask(page(ada))).text;
  for (const criterion of ["Knows ships", "Knows harbours"]) expect(shown).toContain(criterion);
  expect(shown).not.toContain(usualCriteria[0]);
  const fields: [string, string][] = [
    ["do", "scorecard:save"],
    ["version", "0"],
    ["criterion", "Knows ships"],
    ["score-0", "5"],
    ["evidence", "Sailed one"],
  ];
  expect((await hana.ask(page(ada), fields)).status).toBe(200);
  await db.updateTable("openings").set({ criteria: '["Knows trains"]' }).execute();
  const later = (await hana.ask(page(ada))).text;
  for (const words of ["Knows trains", "Knows ships", "Sailed one"]) expect(later).toContain(words);
  expect(later).not.toContain("Knows harbours");
});
